#!/usr/bin/env bash
# Question: does a model read the descriptions of a prompt file's schema as they were written, in the short form that dotprompt has for it (Picoschema)?
# Guess: yes, in each place where the form has a description.
# Seen: dotprompt 1.1.2 ends the description of a list, an object or an enumeration before the first bracket within it, and drops the rest without a word: that of
#   "tags(array, words (lower case) for the search)" is "words". Descriptions of plain fields are whole. 2026-11-30.
# For users: leave brackets out of such descriptions, or write the schema as JSON Schema.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --no-audit --no-fund --silent dotprompt@1.1.2
cat >run.mjs <<'JS'
import { Dotprompt } from "dotprompt";
const fields = [
  "title: string, words (lower case) for the search",
  "tags(array, words (lower case) for the search): string",
  "size(object, in pixels (px) of the screen): {w: integer}",
  "kind(enum, one (only one) of these): [photo, drawing]",
];
const { output } = await new Dotprompt().renderMetadata(`---\noutput:\n  schema:\n${fields.map((field) => `    ${field}\n`).join("")}---\nHi`);
const results = Object.entries(output.schema.properties).map(([name, { description }]) => `${name} "${description}"`);
console.log(results.join(", "));
JS
seen=$(node run.mjs)
expected='title "words (lower case) for the search", tags "words", size "in pixels", kind "one"'
[[ $seen == "$expected" ]] || { echo "$seen"; exit 1; }
echo "seen: $seen"
