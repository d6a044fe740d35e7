#!/usr/bin/env bash
# Question: what does jsonrepair return for an answer of a model that puts a sentence before its JSON?
# Guess: an error, because the text does not begin with JSON; or the object alone.
# Seen: jsonrepair 3.15.0 takes away the fence and returns a list in which the sentences stand beside the object: no error, and a type that nobody asked for. A fence without a sentence is the object. best-effort-json-parser 1.5.1 returns the object, partial-json 0.1.7 refuses it. 2026-11-29.
# For users: ask for JSON with a schema (response_format), or take the fenced block out before a repair.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --no-audit --no-fund --silent jsonrepair@3.15.0 best-effort-json-parser@1.5.1 partial-json@0.1.7
cat >run.mjs <<'JS'
import * as effort from "best-effort-json-parser";
import { jsonrepair } from "jsonrepair";
import * as partial from "partial-json";
const fenced = '```json\n{"a": 1}\n```';
const attempt = (read, text) => {
  try {
    const value = read(text);
    return Array.isArray(value) ? `a list of ${value.map((one) => typeof one).join(", ")}` : JSON.stringify(value);
  } catch {
    return "an error";
  }
};
const repair = (text) => JSON.parse(jsonrepair(text));
const answer = `Here it is:\n${fenced}\nHave fun`;
console.log(`fence alone: ${attempt(repair, fenced)}; with sentences: jsonrepair ${attempt(repair, answer)}, best-effort-json-parser ${attempt(effort.parse, answer)}, partial-json ${attempt(partial.parse, answer)}`);
JS
seen=$(node run.mjs 2>/dev/null)
[[ $seen == 'fence alone: {"a":1}; with sentences: jsonrepair a list of string, object, string, string, best-effort-json-parser {"a":1}, partial-json an error' ]] || { echo "$seen"; exit 1; }
echo "seen: $seen"
