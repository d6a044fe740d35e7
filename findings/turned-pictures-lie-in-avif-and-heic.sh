#!/usr/bin/env bash
# Question: does a JPEG that its Exif turns by a quarter, as a phone takes it, stay upright on its way through AVIF or HEIC and back?
# Guess: yes: avifenc and heif-enc take the orientation from Exif, and their decoders put it back or turn the pixels.
# Seen: avifenc 0.11.1 writes the rotation into the file and leaves Exif as it was. avifdec 0.11.1 and ffmpeg 5.1 then ignore the rotation: the picture lies. heif-convert 1.15.1 turns the pixels and copies Exif into JPEG and PNG, so that viewers turn them twice. heif-enc 1.15.1 writes no rotation, and a HEIC is not turned by its Exif: sharp 0.35.5 reads it lying, and the AVIF upright. Nothing warns. 2026-11-30.
# For users: turn the pixels first (jpegtran, or sharp's autoOrient()), or convert with sharp; this product applies the rotation of AVIF and HEIC and not their Exif, as the standard says.
# Needed: ffmpeg, exiftool, avifenc, avifdec, heif-enc and heif-convert of Debian.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
for program in ffmpeg exiftool avifenc avifdec heif-enc heif-convert; do command -v "$program" >/dev/null || { echo "$program is missing"; exit 77; }; done
npm init -y >/dev/null
npm install --no-audit --no-fund --silent sharp@0.35.5
# Red is left in the file, and above on the screen.
ffmpeg -v error -f lavfi -i color=red:size=32x48 -f lavfi -i color=blue:size=32x48 -filter_complex hstack -frames:v 1 -q:v 1 in.jpg
exiftool -q -overwrite_original -n -Orientation=6 in.jpg
avifenc in.jpg a.avif >/dev/null 2>&1
heif-enc in.jpg -o a.heic >/dev/null 2>&1
for format in png jpg; do
  avifdec a.avif avifdec.$format >/dev/null
  heif-convert a.avif heif-convert.$format >/dev/null
  heif-convert a.heic from-heic.$format >/dev/null
done
ffmpeg -v error -i a.avif ffmpeg.png
cat >run.cjs <<'JS'
const sharp = require("sharp");
const names = ["in.jpg", "a.avif", "avifdec.png", "avifdec.jpg", "ffmpeg.png", "heif-convert.png", "heif-convert.jpg", "from-heic.png", "from-heic.jpg"];
(async () => {
  const results = [];
  for (const name of names) {
    const { data, info } = await sharp(name).autoOrient().removeAlpha().raw().toBuffer({ resolveWithObject: true });
    const isRed = (x, y) => data[(Math.floor(y * info.height) * info.width + Math.floor(x * info.width)) * 3] > 128;
    const corners = [isRed(0.1, 0.1), isRed(0.9, 0.1), isRed(0.1, 0.9), isRed(0.9, 0.9)].map(Number).join("");
    const side = { 1100: "above", "0011": "below", 1010: "left", "0101": "right" }[corners];
    results.push(`${name} ${side}`);
  }
  const { width, height, orientation } = await sharp("a.heic").metadata();
  console.log(`${results.join(", ")}, sharp reads HEIC as ${width}x${height} ${orientation}`);
})();
JS
seen=$(node run.cjs)
there="in.jpg above, a.avif above"
back="avifdec.png left, avifdec.jpg left, ffmpeg.png left, heif-convert.png right, heif-convert.jpg right, from-heic.png above, from-heic.jpg above"
[[ $seen == "$there, $back, sharp reads HEIC as 64x48 undefined" ]] || { echo "$seen"; exit 1; }
echo "seen: $seen"
