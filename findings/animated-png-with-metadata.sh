#!/usr/bin/env bash
# Question: does ffmpeg still read an animated PNG after exiftool has added XMP to it?
# Guess: yes: ancillary chunks may stand anywhere in front of the pixels.
# Seen: exiftool 12.57 writes the chunk between `fcTL` and `IDAT`, and ffmpeg 5.1 then reads no frame ("Not yet implemented"); in front of `acTL`, the
#   same chunk is fine. 2026-11-29.
# For users: the mark of an animated PNG stands in front of `acTL`, so that ffmpeg reads the file.
set -euo pipefail
for tool in ffmpeg ffprobe exiftool node; do command -v "$tool" >/dev/null || { echo "needs $tool"; exit 77; }; done
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
ffmpeg -v error -f lavfi -i testsrc=s=32x32:r=4:d=1 -f apng plain.png
cp plain.png exiftool.png
exiftool -q -overwrite_original -XMP-dc:Title=title exiftool.png
cat >move.cjs <<'JS'
// Moves the text in front of `acTL`, and prints the order that exiftool chose.
const { readFileSync, writeFileSync } = require("node:fs");
const file = readFileSync("exiftool.png");
const chunks = [];
for (let at = 8; at < file.length; ) {
  const end = at + 12 + file.readUInt32BE(at);
  chunks.push({ type: file.toString("latin1", at + 4, at + 8), bytes: file.subarray(at, end) });
  at = end;
}
const types = chunks.map(({ type }) => type);
const [text] = chunks.splice(types.indexOf("iTXt"), 1);
chunks.splice(chunks.findIndex(({ type }) => type === "acTL"), 0, text);
writeFileSync("moved.png", Buffer.concat([file.subarray(0, 8), ...chunks.map(({ bytes }) => bytes)]));
console.log(types.slice(types.indexOf("acTL"), types.indexOf("IDAT") + 1).join(" "));
JS
order=$(node move.cjs)
frames() { ffprobe -v error -count_frames -show_entries stream=nb_read_frames -of csv=p=0 "$1" 2>/dev/null || true; }
seen="$order; frames: plain $(frames plain.png), exiftool $(frames exiftool.png), moved $(frames moved.png)"
[[ $seen =~ ^"acTL fcTL iTXt IDAT; frames: plain 4, exiftool "(N/A|0)?", moved 4"$ ]] || { echo "$seen"; exit 1; }
echo "seen: $seen"
