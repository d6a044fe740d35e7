#!/usr/bin/env bash
# Question: do programs that change the tempo or the bits of a sound read floating point, as models of sound write it?
# Guess: yes, or an error: they compute in floating point themselves.
# Seen: soundstretch 2.3.2 takes the samples for integers of 32 bits, although the header says floating point (format 3, and the extensible form as well). A quiet tone becomes noise near full scale in a file of the right length, with status 0. wavefile 11.0.0 does the same with the extensible form, which ffmpeg 5.1 writes, when it makes 16 bits of it. rubberband 3.1.2 reads all of them. 2026-11-30.
# For users: save a sound with 16 bits before, with ffmpeg or sox; change its tempo with rubberband or ffmpeg.
# Needed: ffmpeg, sox, soundstretch and rubberband of Debian.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
for program in ffmpeg sox soundstretch rubberband; do command -v "$program" >/dev/null || { echo "$program is missing"; exit 77; }; done
npm init -y >/dev/null
npm install --no-audit --no-fund --silent wavefile@11.0.0
cat >to16.cjs <<'JS'
const { readFileSync, writeFileSync } = require("node:fs");
const { WaveFile } = require("wavefile");
const [from, to] = process.argv.slice(2);
const sound = new WaveFile(readFileSync(from));
if (sound.bitDepth !== "16") sound.toBitDepth("16");
writeFileSync(to, sound.toBuffer());
JS
about() { sox "$1" -n stat 2>&1 | awk '/^RMS +amplitude/ { level = $3 } /^Rough +frequency/ { printf "%d Hz of %.1f", int($3 / 20 + 0.5) * 20, level }'; }
ffmpeg -v error -f lavfi -i "aevalsrc=0.1*sin(2*PI*440*t):d=2:s=24000" -c:a pcm_s16le 16.wav
ffmpeg -v error -i 16.wav -c:a pcm_s24le 24.wav
ffmpeg -v error -i 16.wav -c:a pcm_f32le extensible.wav
sox 16.wav -e floating-point -b 32 format3.wav
seen="in: $(about 16.wav)"
for kind in 16 24 extensible format3; do
  soundstretch $kind.wav stretched.wav -tempo=0 >/dev/null 2>&1
  rubberband -q -t 1 $kind.wav rubber.wav >/dev/null 2>&1
  node to16.cjs $kind.wav wavefile.wav
  seen+="; $kind: soundstretch $(about stretched.wav), wavefile $(about wavefile.wav), rubberband $(about rubber.wav)"
done
right="440 Hz of 0.1"
all="soundstretch $right, wavefile $right, rubberband $right"
noise='[0-9]{4} Hz of 0.5'
[[ $seen =~ ^"in: $right; 16: $all; 24: $all; extensible: soundstretch "$noise", wavefile "$noise", rubberband $right; format3: soundstretch "$noise", wavefile $right, rubberband $right"$ ]] || { echo "$seen"; exit 1; }
echo "seen: $seen"
