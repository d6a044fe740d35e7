#!/usr/bin/env bash
# Question: how does espeak-ng read `[[Main Page]]`, a link of wikis and Obsidian?
# Guess: the brackets are silent, and the words are read.
# Seen: espeak-ng 1.51 takes what is between double brackets as codes of sounds: "the [[Main Page]] is here" loses both words, without an error; with a space between the brackets they are read. 2026-11-29.
# For users: selections of Markdown are read as plain text, in which links of wikis are their words; a program that calls espeak-ng itself must separate the brackets.
# Needed: espeak-ng of Debian.
set -euo pipefail
command -v espeak-ng >/dev/null || exit 77
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
sounds() { espeak-ng -v en -x -q "$1" | tr -d ' _\n'; }
words=$(sounds "the Main Page is here")
linked=$(sounds "the [[Main Page]] is here")
apart=$(sounds "the [ [Main Page] ] is here")
[[ $words == *"p'eIdZ"* && $linked != *"p'eIdZ"* ]] && lost=yes || lost=no
[[ $apart == *"p'eIdZ"* ]] && read=yes || read=no
seen="words within [[ ]] are lost: $lost, within [ [ ] ] they are read: $read"
[[ $seen == "words within [[ ]] are lost: yes, within [ [ ] ] they are read: yes" ]] || { echo "$seen"; exit 1; }
echo "seen: $seen"
