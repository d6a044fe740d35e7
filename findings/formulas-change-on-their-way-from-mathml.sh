#!/usr/bin/env bash
# Question: does a formula that KaTeX or Temml has shown come back as the same formula, when a package makes LaTeX of its MathML again, as editors, converters
#   of pages and copy buttons do?
# Guess: yes, apart from blanks: MathML says what is a fraction, a bar or a name of a function.
# Seen: mathml-to-latex 1.8.0 makes nothing of KaTeX's a \overset{!}{=} b but "a b", and drops the mod of a \bmod b. \sin^2 x becomes \left(sin \right)^{2} x, \lim
#   and \operatorname lose their upright letters in the MathML of both, \vec{v} has an arrow that KaTeX does not know, and \overline{AB} becomes a command
#   without its braces, which is an error. Powers of powers and derivatives at a point get brackets. Fractions, roots, sums, matrices and cases are
#   right. No error and no warning. 2026-11-30.
# For users: keep the LaTeX, which KaTeX writes into the annotation of its MathML, and read it from there; this product does not convert formulas.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --no-audit --no-fund --silent katex@0.18.7 temml@0.13.5 mathml-to-latex@1.8.0
cat >run.mjs <<'JS'
import katex from "katex";
import { MathMLToLaTeX } from "mathml-to-latex";
import temml from "temml";
const withoutSource = (text) => text.match(/<math[\s\S]*<\/math>/)[0].replace(/<annotation[\s\S]*?<\/annotation>/, "");
const byKatex = (formula) => withoutSource(katex.renderToString(formula, { output: "mathml", strict: "ignore" }));
const writers = { KaTeX: byKatex, Temml: (formula) => withoutSource(temml.renderToString(formula)) };
const formulas = [
  ["a \\overset{!}{=} b", "a \\bmod b", "\\sin^2 x", "\\lim_{x\\to 0} x", "\\operatorname{rank} A", "\\vec{v}", "\\overline{AB}", "{x^2}^3"],
  ["\\frac{a}{b}", "\\sqrt[3]{x}", "\\sum_{i=1}^n i", "\\begin{pmatrix} a & b \\\\ c & d \\end{pmatrix}", "\\begin{cases} 1 & x>0 \\\\ 0 & x \\le 0 \\end{cases}"],
].flat();
for (const [name, write] of Object.entries(writers)) {
  const results = formulas.map((formula) => {
    const back = MathMLToLaTeX.convert(write(formula)).replace(/\s+/g, " ").trim();
    let shown;
    try {
      shown = byKatex(back);
    } catch {
      return `${formula} => ${back} (an error)`;
    }
    return shown === byKatex(formula) ? undefined : `${formula} => ${back}`;
  });
  const changed = results.filter((result) => result !== undefined);
  console.log(`${name}: ${changed.join("; ")}; ${results.length - changed.length} of ${results.length} are the same`);
}
JS
seen=$(node run.mjs)
expected='KaTeX: a \overset{!}{=} b => a b; a \bmod b => a \textrm{ } \textrm{ } b; \sin^2 x => \left(sin \right)^{2} x; \lim_{x\to 0} x => \left(lim \right)_{x \rightarrow 0} x; \operatorname{rank} A => rank A; \vec{v} => \overset{⃗}{v}; \overline{AB} => \overset{\overline}{A B} (an error); {x^2}^3 => \left(x^{2}\right)^{3}; 5 of 13 are the same
Temml: a \bmod b => a mod b; \sin^2 x => sin^{2} x; \lim_{x\to 0} x => lim_{x \rightarrow 0} x; \operatorname{rank} A => rank A; \vec{v} => \overset{\rightarrow}{v}; {x^2}^3 => \left(x^{2}\right)^{3}; 7 of 13 are the same'
[[ $seen == "$expected" ]] || { echo "$seen"; exit 1; }
echo "seen: ${seen//$'\n'/ | }"
