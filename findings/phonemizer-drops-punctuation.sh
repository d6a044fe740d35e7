#!/usr/bin/env bash
# Question: what reaches a speech model such as Kokoro from a sentence with commas, a question mark or a name in another script?
# Guess: one string for each sentence, with its punctuation; other scripts are left out.
# Seen: phonemizer 1.2.1 (espeak-ng as WebAssembly) returns a string for each clause, without any punctuation, so that the melody of a question is lost, and spells Cyrillic letter by letter with their names. 2026-11-28.
# For users: the built-in voice divides texts itself, and refuses other scripts before it speaks.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --no-audit --no-fund --silent phonemizer@1.2.1
cat >run.mjs <<'JS'
import { phonemize } from "phonemizer";
const parts = await phonemize("Hello, world! How are you?", "en-us");
const [spelled = ""] = await phonemize("мир", "en-us");
console.log(`${parts.length} parts, ${/[,!?]/.test(parts.join("")) ? "with" : "without"} punctuation, ${spelled.split(" ").length} words for мир`);
process.exit(0);
JS
seen=$(node run.mjs)
[[ $seen == "3 parts, without punctuation, 3 words for мир" ]] || { echo "$seen"; exit 1; }
echo "seen: $seen"
