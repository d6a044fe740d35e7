#!/usr/bin/env bash
# Question: do programs that lay out a page read the right size of a HEIC of odd or very small size?
# Guess: yes: the size of the primary image is stated in the file.
# Seen: libheif 1.15.1 (heif-enc) stores such a picture as a grid of a larger image that is not shown: HEVC has even sizes, and x265 none below 64. image-size 2.1.0 takes the largest size in the file, and exiv2 0.27.6 the first: 258 × 258 for 257 × 257, and 64 × 64 for one pixel. exiftool 12.57 and sharp 0.35.5 take that of the primary image; AVIF has no such images. 2026-11-30.
# For users: read the size of a HEIC with sharp or exiftool; this product takes that of the primary image.
# Needed: ffmpeg, heif-enc, avifenc, exiftool and exiv2 of Debian.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
for program in ffmpeg heif-enc avifenc exiftool exiv2; do command -v "$program" >/dev/null || { echo "$program is missing"; exit 77; }; done
npm init -y >/dev/null
npm install --no-audit --no-fund --silent image-size@2.1.0 sharp@0.35.5
cat >run.cjs <<'JS'
const { readFileSync } = require("node:fs");
const { imageSize } = require("image-size");
const sharp = require("sharp");
const [name] = process.argv.slice(2);
(async () => {
  const { width, height } = imageSize(readFileSync(name));
  const header = await sharp(name).metadata();
  console.log(`image-size ${width}x${height}, sharp ${header.width}x${header.height}`);
})();
JS
seen=""
for size in 1x1 257x257 120x80; do
  ffmpeg -v error -y -f lavfi -i color=red:size=$size,format=rgb24 -frames:v 1 in.png
  heif-enc in.png -o in.heic >/dev/null 2>&1
  seen+="$size HEIC: $(node run.cjs in.heic), exiv2 $(exiv2 in.heic 2>/dev/null | awk '/^Image size/ { print $4 "x" $6 }'), exiftool $(exiftool -s3 -ImageSize in.heic); "
done
ffmpeg -v error -y -f lavfi -i color=red:size=257x257,format=rgb24 -frames:v 1 in.png
avifenc in.png in.avif >/dev/null 2>&1
seen+="257x257 AVIF: $(node run.cjs in.avif)"
one="1x1 HEIC: image-size 64x64, sharp 1x1, exiv2 64x64, exiftool 1x1"
odd="257x257 HEIC: image-size 258x258, sharp 257x257, exiv2 258x258, exiftool 257x257"
usual="120x80 HEIC: image-size 120x80, sharp 120x80, exiv2 120x80, exiftool 120x80"
[[ $seen == "$one; $odd; $usual; 257x257 AVIF: image-size 257x257, sharp 257x257" ]] || { echo "$seen"; exit 1; }
echo "seen: $seen"
