#!/usr/bin/env bash
# Question: does music-metadata, which programs ask for the duration of sounds and films, know how long a generated film is?
# Guess: yes: the movie header of an MP4 or MOV states it, with and without a sound.
# Seen: music-metadata 11.16.1 and 12.1.0 know no duration of an MP4 without a sound, as most video models make, nor of any MOV that ffmpeg 5.1 writes, also with AAC, although they list its track with a duration; no error and no warning. mediabunny 1.61.0 and ffprobe know all. 2026-11-30.
# For users: ask mediabunny or ffprobe for the duration of films; this product reads the movie header.
# Needed: ffmpeg of Debian.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
for program in ffmpeg ffprobe; do command -v "$program" >/dev/null || { echo "$program is missing"; exit 77; }; done
npm init -y >/dev/null
npm install --no-audit --no-fund --silent music-metadata@12.1.0 earlier@npm:music-metadata@11.16.1 mediabunny@1.61.0
film=(-f lavfi -i testsrc2=size=64x64:duration=2:rate=10)
sound=(-f lavfi -i sine=duration=2)
for format in mp4 mov; do
  ffmpeg -v error "${film[@]}" -c:v libx264 silent.$format
  ffmpeg -v error "${film[@]}" "${sound[@]}" -c:v libx264 -c:a aac aac.$format
done
cat >run.mjs <<'JS'
import { readFileSync } from "node:fs";
import * as earlier from "earlier";
import { ALL_FORMATS, BufferSource, Input } from "mediabunny";
import * as newer from "music-metadata";
const rounded = (seconds) => (seconds === undefined ? "none" : seconds.toFixed(1));
const results = [];
for (const name of ["silent.mp4", "aac.mp4", "silent.mov", "aac.mov"]) {
  const seconds = [];
  for (const { parseFile } of [earlier, newer]) {
    const { format, quality } = await parseFile(name, { duration: true });
    if (quality.warnings.length > 0) throw new Error("there are warnings");
    seconds.push(rounded(format.duration));
  }
  const input = new Input({ source: new BufferSource(readFileSync(name)), formats: ALL_FORMATS });
  results.push(`${name} ${seconds.join(" ")} ${rounded(await input.computeDuration())}`);
}
console.log(results.join(", "));
JS
seen=$(node run.mjs)
for name in silent.mp4 aac.mp4 silent.mov aac.mov; do
  [[ $(ffprobe -v error -show_entries format=duration -of csv=p=0 $name) == 2.0* ]] || { echo "ffprobe does not know $name"; exit 1; }
done
[[ $seen == "silent.mp4 none none 2.0, aac.mp4 2.0 2.0 2.0, silent.mov none none 2.0, aac.mov none none 2.0" ]] || { echo "$seen"; exit 1; }
echo "seen: music-metadata 11, 12 and mediabunny: $seen"
