#!/usr/bin/env bash
# Question: how long is a sound that was made by writing two Opus files one after another, which RFC 7845 allows and speech servers do?
# Guess: as long as both, or as the first.
# Seen: three answers: ffprobe 5.1 gives the last part, music-metadata 11.16.1 and mediabunny 1.61.0 the first, and opusdec plays both. 2026-11-29.
# For users: parts are added up, so that the whole is priced and shown.
set -euo pipefail
command -v espeak-ng >/dev/null || { echo "needs espeak-ng"; exit 77; }
command -v opusenc >/dev/null || { echo "needs opusenc"; exit 77; }
command -v ffprobe >/dev/null || { echo "needs ffprobe"; exit 77; }
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --no-audit --no-fund --silent music-metadata@11.16.1 mediabunny@1.61.0
espeak-ng -w one.wav "Hello there."
espeak-ng -w two.wav "A much longer sentence is spoken here by the same voice, slowly and clearly."
opusenc --quiet one.wav one.opus
opusenc --quiet two.wav two.opus
cat one.opus two.opus >both.opus
cat >run.mjs <<'JS'
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { ALL_FORMATS, BufferSource, Input } from "mediabunny";
import { parseFile } from "music-metadata";
const probe = (file) => Number(execFileSync("ffprobe", ["-v", "error", "-show_entries", "format=duration", "-of", "csv=p=0", file]));
const [one, two] = [probe("one.opus"), probe("two.opus")];
const nameOf = (seconds) => Object.entries({ first: one, last: two, both: one + two }).find(([, length]) => Math.abs(length - seconds) < 0.1)?.[0];
const bunny = new Input({ formats: ALL_FORMATS, source: new BufferSource(readFileSync("both.opus")) });
console.log(
  [nameOf(probe("both.opus")), nameOf((await parseFile("both.opus", { duration: true })).format.duration), nameOf(await bunny.computeDuration())].join(),
);
JS
seen=$(node run.mjs)
[[ $seen == "last,first,first" ]] || { echo "$seen"; exit 1; }
echo "seen: ffprobe, music-metadata, mediabunny: $seen"
