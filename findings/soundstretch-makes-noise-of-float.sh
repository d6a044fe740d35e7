#!/usr/bin/env bash
# Question: does SoundTouch's program change the tempo of a sound in floating point, as it does with 16 and 24 bits?
# Guess: yes, or an error: it computes in floating point itself.
# Seen: soundstretch 2.3.2 takes the samples for integers of 32 bits, although the header says floating point (format 3, and the extensible form as well). A quiet tone becomes noise near full scale in a file of the right length, with status 0. rubberband 3.1.2 reads all of them. 2026-11-30.
# For users: save a sound with 16 bits before soundstretch, or change its tempo with rubberband or ffmpeg.
# Needed: ffmpeg, sox, soundstretch and rubberband of Debian.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
for program in ffmpeg sox soundstretch rubberband; do command -v "$program" >/dev/null || { echo "$program is missing"; exit 77; }; done
about() { sox "$1" -n stat 2>&1 | awk '/^RMS +amplitude/ { level = $3 } /^Rough +frequency/ { printf "%d Hz of %.1f", int($3 / 20 + 0.5) * 20, level }'; }
ffmpeg -v error -f lavfi -i "aevalsrc=0.1*sin(2*PI*440*t):d=2:s=24000" -c:a pcm_s16le 16.wav
ffmpeg -v error -i 16.wav -c:a pcm_s24le 24.wav
ffmpeg -v error -i 16.wav -c:a pcm_f32le extensible.wav
sox 16.wav -e floating-point -b 32 format3.wav
seen="in: $(about 16.wav)"
for kind in 16 24 extensible format3; do
  soundstretch $kind.wav stretched.wav -tempo=0 >/dev/null 2>&1
  rubberband -q -t 1 $kind.wav rubber.wav >/dev/null 2>&1
  seen+="; $kind: soundstretch $(about stretched.wav), rubberband $(about rubber.wav)"
done
right="440 Hz of 0.1"
[[ $seen =~ ^"in: $right; 16: soundstretch $right, rubberband $right; 24: soundstretch $right, rubberband $right; extensible: soundstretch "[0-9]{4}" Hz of 0.5, rubberband $right; format3: soundstretch "[0-9]{4}" Hz of 0.5, rubberband $right"$ ]] || { echo "$seen"; exit 1; }
echo "seen: $seen"
