#!/usr/bin/env bash
# Question: how does eSpeak NG read `[[Main Page]]`, a link of wikis and Obsidian?
# Guess: the brackets are silent, and the words are read.
# Seen: espeak-ng 1.0.2 of npm (as 1.51 of Debian) takes what is between double brackets as codes of sounds: of "the [[Main Page]] is here" it reads "the is here", without an error; with a space between the brackets all words are read. 2026-11-29.
# For users: selections of Markdown are read as plain text, in which links of wikis are their words; a program that calls eSpeak NG itself must separate the brackets.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --no-audit --no-fund --silent espeak-ng@1.0.2
cat >run.mjs <<'JS'
import ESpeakNg from "espeak-ng";
async function sounds(text) {
  const quiet = { print: () => {}, printErr: () => {} };
  const program = await ESpeakNg({ arguments: ["--phonout", "sounds", "-q", "--ipa", "-v", "en-us", text], ...quiet });
  return program.FS.readFile("sounds", { encoding: "utf8" }).trim();
}
const [plain, linked, apart] = await Promise.all(["Main Page", "[[Main Page]]", "[ [Main Page] ]"].map((words) => sounds(`the ${words} is here`)));
const page = "pˈeɪdʒ";
console.log(`plain: ${plain.includes(page) ? "read" : "lost"}, in [[ ]]: ${linked.includes(page) ? "read" : "lost"}, in [ [ ] ]: ${apart === plain ? "as plain" : apart}`);
JS
seen=$(node run.mjs)
[[ $seen == "plain: read, in [[ ]]: lost, in [ [ ] ]: as plain" ]] || { echo "$seen"; exit 1; }
echo "seen: $seen"
