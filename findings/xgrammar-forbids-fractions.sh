#!/usr/bin/env bash
# Question: which numbers may a model answer in XGrammar, with which engines hold answers to a JSON Schema, if the schema has limits for a number?
# Guess: those within the limits; limits that a grammar cannot express are ignored, with its warning.
# Seen: @mlc-ai/web-xgrammar 0.1.27 forbids 0.5 for {minimum: 0}, -0.5 for {minimum: -1, maximum: 1}, and -1 for an integer of {minimum: -5}; it allows 1.5 for
#   {minimum: 0, maximum: 1} and 0 for {exclusiveMinimum: 0}. Integers with two limits are right. A pattern is taken as if it had ^ and $, and multipleOf
#   means nothing. No warning, although it has one for other keywords. 2026-11-30.
# For users: leave the limits of numbers out of a schema for such an engine, or write them into the description, and check the answer; this product checks answers of
#   prompt tests by the schema itself.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --no-audit --no-fund --silent @mlc-ai/web-xgrammar@0.1.27
# The package is for bundlers: Node.js takes its file for another kind of module than it is.
cp node_modules/@mlc-ai/web-xgrammar/lib/index.js xgrammar.cjs
cat >run.mjs <<'JS'
import { GrammarCompiler, GrammarMatcher, TokenizerInfo } from "./xgrammar.cjs";
// A token for each printable sign of ASCII, and one for the end.
const tokens = ["</s>", ...Array.from({ length: 95 }, (_, at) => String.fromCharCode(32 + at))];
const compiler = await GrammarCompiler.createGrammarCompiler(await TokenizerInfo.createTokenizerInfo(tokens, "raw", false, tokens.length, [0]));
const isAllowed = async (schema, text) => {
  const matcher = await GrammarMatcher.createGrammarMatcher(await compiler.compileJSONSchema(JSON.stringify(schema)));
  return [...text].every((sign) => matcher.acceptToken(tokens.indexOf(sign))) && matcher.acceptToken(0);
};
// What each schema allows, and what it does not.
const cases = [
  [{ type: "number", minimum: 0 }, ["0.5", "1.5"], ["-1"]],
  [{ type: "number", minimum: -1, maximum: 1 }, ["0.5", "-0.5"], ["1.5", "2"]],
  [{ type: "number", minimum: 0, maximum: 1 }, ["0.5", "1"], ["1.5", "2"]],
  [{ type: "number", exclusiveMinimum: 0 }, ["0.5", "1.5"], ["0"]],
  [{ type: "number", minimum: 0.1, maximum: 2 }, ["0.1", "0.5", "1.5", "2"], ["0", "2.5"]],
  [{ type: "integer", minimum: -5 }, ["-5", "-1", "0", "7"], ["-6"]],
  [{ type: "integer", minimum: -10, maximum: 10 }, ["-10", "-1", "10"], ["11"]],
  [{ type: "integer", multipleOf: 8 }, ["8"], ["3"]],
  [{ type: "string", pattern: "b" }, ['"abc"'], ['"a"']],
];
for (const [schema, right, wrong] of cases) {
  const faults = [];
  for (const text of right) if (!(await isAllowed(schema, text))) faults.push(`forbids ${text}`);
  for (const text of wrong) if (await isAllowed(schema, text)) faults.push(`allows ${text}`);
  const { type, ...limits } = schema;
  console.log(`${type} ${JSON.stringify(limits)} ${faults.join(" ") || "right"}`);
}
process.exit(0);
JS
seen=$(node run.mjs 2>&1 | tr '\n' ';' | tr -d '"')
[[ $seen == "number {minimum:0} forbids 0.5;number {minimum:-1,maximum:1} forbids -0.5 allows 1.5;number {minimum:0,maximum:1} allows 1.5;number {exclusiveMinimum:0} forbids 0.5 allows 0;number {minimum:0.1,maximum:2} allows 2.5;integer {minimum:-5} forbids -5 forbids -1;integer {minimum:-10,maximum:10} right;integer {multipleOf:8} allows 3;string {pattern:b} forbids abc;" ]] || { echo "$seen"; exit 1; }
echo "seen: $seen"
