#!/usr/bin/env bash
# Question: does a text that a model wrote become valid SSML with the same words, when speechmarkdown-js makes it?
# Guess: yes: "&" and "<" become entities, as XML needs them, and a minus or a dash is no mark, since marks stand at both ends of a word.
# Seen: speechmarkdown-js 2.1.1 writes "&" and "<" as they are, which is no XML, with its defaults. "-5 degrees - or" becomes reduced emphasis of "5 degrees ": the minus
#   is gone from the speech and from the plain text as well. No error and no warning. 2026-12-01.
# For users: write "and" and "minus" in texts for it.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --no-audit --no-fund --ignore-scripts --silent speechmarkdown-js@2.1.1
cat >run.mjs <<'JS'
import { SpeechMarkdown } from "speechmarkdown-js";
const speech = new SpeechMarkdown();
for (const text of ["Tom & Jerry", "3 < 5", "a -5 degrees - or more"])
  console.log(`${speech.toSSML(text, { platform: "amazon-alexa" }).replace(/\n/g, "")} (${speech.toText(text)})`);
JS
seen=$(node run.mjs)
expected='<speak>Tom & Jerry</speak> (Tom & Jerry)
<speak>3 < 5</speak> (3 < 5)
<speak>a <emphasis level="reduced">5 degrees </emphasis> or more</speak> (a 5 degrees or more)'
[[ $seen == "$expected" ]] || { echo "$seen"; exit 1; }
echo "seen: ${seen//$'\n'/; }"
