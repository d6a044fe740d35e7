#!/usr/bin/env bash
# Question: do the packages that read JSON while a model writes it read its numbers rightly? Scores and embeddings have numbers such as 1.5e-7.
# Guess: yes, once a number has ended; before, they show the digits that are there.
# Seen: best-effort-json-parser 1.5.1 reads 1.5e-7 as 1.5 until the last brace has arrived, and takes what follows for a field: {"score": 1.5e-7, "ok": true
#   has a score of 1.5 and a field named e-7, "ok". incomplete-json-parser 1.1.5 reads 2E3 as 23, also in the end, and throws at 1.5e-7, as
#   partial-json-parser 1.2.2 does at both. partial-json 0.1.7, untruncate-json 0.0.1 and parsePartialJson of ai 7.0.173 are right. 2026-11-30.
# For users: take partial-json or the AI SDK while an answer grows, and JSON.parse when it has ended.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --no-audit --no-fund --silent best-effort-json-parser@1.5.1 incomplete-json-parser@1.1.5 partial-json-parser@1.2.2 partial-json@0.1.7 untruncate-json@0.0.1 ai@7.0.173
cat >run.mjs <<'JS'
import { parsePartialJson } from "ai";
import { parse as bestEffort, setErrorLogger } from "best-effort-json-parser";
import { IncompleteJsonParser } from "incomplete-json-parser";
import { parse as partialJson } from "partial-json";
import partialJsonParser from "partial-json-parser";
import untruncate from "untruncate-json";
setErrorLogger(() => undefined);
const packages = {
  "best-effort-json-parser": bestEffort,
  "incomplete-json-parser": (text) => IncompleteJsonParser.parse(text),
  "partial-json-parser": (text) => partialJsonParser(text),
  "partial-json": (text) => partialJson(text),
  "untruncate-json": (text) => JSON.parse(untruncate.default(text)),
  ai: async (text) => (await parsePartialJson(text)).value,
};
// Each whole text, and the same without its last sign, when all of its numbers have ended.
for (const [name, parse] of Object.entries(packages)) {
  const results = [];
  for (const whole of ['{"score": 1.5e-7, "ok": true}', "[0.5, 2E3, true]"])
    for (const text of [whole.slice(0, -1), whole]) {
      const result = await Promise.resolve(text).then(parse).then(JSON.stringify, () => "throws");
      results.push(result === JSON.stringify(JSON.parse(whole)) ? "right" : result);
    }
  console.log(`${name}: ${results.join(" ")}`);
}
JS
seen=$(node run.mjs 2>&1 | tr '\n' ';')
expected='best-effort-json-parser: {"score":1.5,"e-7, \"ok\"":true} right [0.5,2,"E3",true] right;incomplete-json-parser: throws throws [0.5,23,true] [0.5,23,true];partial-json-parser: throws throws throws throws;partial-json: right right right right;untruncate-json: right right right right;ai: right right right right;'
[[ $seen == "$expected" ]] || { echo "$seen"; exit 1; }
echo "seen: an object without and with its last sign, and a list: $seen"
