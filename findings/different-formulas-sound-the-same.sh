#!/usr/bin/env bash
# Question: can a listener tell formulas apart that the Speech Rule Engine, which MathJax has for readers with a voice, puts into words?
# Guess: yes: ClearSpeak and MathSpeak were made for it, and say where a root or a fraction ends where it matters.
# Seen: in ClearSpeak, speech-rule-engine 4.1.5 says "the square root of x plus 1" for both the root of x+1 and the root of x, plus 1. It reads 1 000
#   with a small blank as "1 times 000", 5 km as "5 times km", 30° as "30 raised to the composed with power" (MathSpeak: "30 Superscript ring"), and "n over k" in
#   brackets as "the 2 by 1 column matrix n k". MathSpeak tells the roots apart. The MathML is that of Temml 0.13.5. No warning. 2026-11-30.
# For users: choose MathSpeak where a formula is only heard, and write units, thousands and degrees as text.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --no-audit --no-fund --silent speech-rule-engine@4.1.5 temml@0.13.5
cat >run.cjs <<'JS'
const path = require("node:path");
const engine = require("speech-rule-engine");
const json = path.join(path.dirname(require.resolve("speech-rule-engine/package.json")), "lib/mathmaps");
const formulas = ["\\sqrt{x+1}", "\\sqrt{x}+1", "1\\,000", "5\\,\\mathrm{km}", "30^\\circ", "\\binom{n}{k}", "n!", "2\\frac{1}{2}"];
const run = async () => {
  const { default: temml } = await import("temml");
  for (const domain of ["clearspeak", "mathspeak"]) {
    await engine.setupEngine({ locale: "en", domain, style: "default", json });
    await engine.engineReady();
    console.log(`${domain}: ${formulas.map((formula) => `${formula} ${engine.toSpeech(/<math[\s\S]*<\/math>/.exec(temml.renderToString(formula))[0])}`).join("; ")}`);
  }
};
run();
JS
seen=$(node run.cjs)
expected='clearspeak: \sqrt{x+1} the square root of x plus 1; \sqrt{x}+1 the square root of x plus 1; 1\,000 1 times 000; 5\,\mathrm{km} 5 times km; 30^\circ 30 raised to the composed with power; \binom{n}{k} the 2 by 1 column matrix n k; n! n factorial; 2\frac{1}{2} 2 and one half
mathspeak: \sqrt{x+1} StartRoot x plus 1 EndRoot; \sqrt{x}+1 StartRoot x EndRoot plus 1; 1\,000 1 000; 5\,\mathrm{km} 5 km; 30^\circ 30 Superscript ring; \binom{n}{k} StartBinomialOrMatrix n Choose k EndBinomialOrMatrix; n! n factorial; 2\frac{1}{2} 2 and one half'
[[ $seen == "$expected" ]] || { echo "$seen"; exit 1; }
echo "seen: ${seen//$'\n'/ | }"
