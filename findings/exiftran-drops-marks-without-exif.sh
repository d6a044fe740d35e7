#!/usr/bin/env bash
# Question: does a JPEG keep its mark (XMP) when exiftran turns it without loss?
# Guess: yes: it copies all markers, as jpegtran -copy all does.
# Seen: exiftran 2.10 copies XMP only if the file also has Exif. A generated picture has none, and loses its XMP; a comment stays. 2026-11-29.
# For users: turn pictures with jpegtran -copy all, or mark them again.
# Needed: ffmpeg, exiftool, exiftran and jpegtran of Debian.
set -euo pipefail
for program in ffmpeg exiftool exiftran jpegtran; do command -v "$program" >/dev/null || exit 77; done
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
ffmpeg -loglevel error -f lavfi -i testsrc=size=64x48:duration=1 -frames:v 1 without.jpg
exiftool -q -overwrite_original -XMP-dc:Source=heron -Comment=drawn without.jpg
cp without.jpg with.jpg
exiftool -q -overwrite_original -EXIF:Artist=Ann with.jpg
read_both() { exiftool -q -s3 -XMP-dc:Source -Comment "$1" | tr '\n' ' '; }
jpegtran -copy all -rotate 90 without.jpg >turned.jpg
seen="jpegtran: $(read_both turned.jpg)"
for name in without with; do
  exiftran -9 "$name.jpg" -o "$name-turned.jpg"
  seen+="$name Exif: $(read_both "$name-turned.jpg")"
done
[[ $seen == "jpegtran: heron drawn without Exif: drawn with Exif: heron drawn " ]] || { echo "$seen"; exit 1; }
echo "seen: $seen"
