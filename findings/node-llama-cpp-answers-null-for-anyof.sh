#!/usr/bin/env bash
# Question: what may a model answer in node-llama-cpp for a JSON Schema with anyOf, a maximum, a pattern and an optional field?
# Guess: what the schema allows; a keyword that the grammar cannot express is refused when it is made.
# Seen: node-llama-cpp 3.22.1 makes a grammar without a word in which anyOf can only be null, maximum and pattern mean nothing, and an optional field is required; oneOf and enum work. 2026-11-29.
# For users: the local engine writes schemas in the form that these grammars know, and leaves optional fields of a call out; limits and patterns must be checked by whoever asks.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --no-audit --no-fund --silent node-llama-cpp@3.22.1
cat >run.mjs <<'JS'
import { getLlama } from "node-llama-cpp";
const llama = await getLlama({ build: "never", gpu: false, logLevel: "error" });
const ruleOf = async (properties, required = Object.keys(properties)) => {
  const { grammar } = await llama.createGrammarForJsonSchema({ type: "object", properties, required });
  return grammar.split("\n")[0];
};
const either = [{ type: "string" }, { type: "number" }];
const facts = {
  "anyOf is null": (await ruleOf({ a: { anyOf: either } })).includes("null-rule"),
  "oneOf is null": (await ruleOf({ a: { oneOf: either } })).includes("null-rule"),
  "maximum changes the rule": (await ruleOf({ a: { type: "integer", maximum: 5 } })) !== (await ruleOf({ a: { type: "integer" } })),
  "pattern changes the rule": (await ruleOf({ a: { type: "string", pattern: "^[A-Z]$" } })) !== (await ruleOf({ a: { type: "string" } })),
  "required changes the rule": (await ruleOf({ a: { type: "string" } }, [])) !== (await ruleOf({ a: { type: "string" } })),
};
console.log(Object.entries(facts).map(([name, holds]) => `${name}: ${holds ? "yes" : "no"}`).join(", "));
process.exit(0);
JS
seen=$(node run.mjs)
[[ $seen == "anyOf is null: yes, oneOf is null: no, maximum changes the rule: no, pattern changes the rule: no, required changes the rule: no" ]] || { echo "$seen"; exit 1; }
echo "seen: $seen"
