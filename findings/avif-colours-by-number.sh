#!/usr/bin/env bash
# Question: does a picture of Display P3 keep its colours when its AVIF is converted, if the file names them by number (nclx, primaries 12) instead of by a profile?
# Guess: yes: the numbers are part of AVIF, and a profile is converted or kept by each of these programs.
# Seen: sharp 0.35.5 gives the values as they are, as sRGB and without a profile, also with keepIccProfile(); avifdec 0.11.1, heif-convert 1.15.1 and ffmpeg 5.1
#   write PNG with the same values that say nothing of P3. An orange of (255, 128, 32) is duller in each. No warning, status 0. With a profile in place of
#   the numbers, sharp converts it to (255, 119, 0) or keeps the profile, and avifdec keeps it. 2026-11-30.
# For users: put a profile into such files (avifenc --icc), or convert pictures to sRGB before they become AVIF.
# Needed: ffmpeg, avifenc, avifdec, heif-convert and exiftool of Debian.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
command -v ffmpeg avifenc avifdec heif-convert exiftool >/dev/null || { echo "ffmpeg, libavif-bin, libheif-examples or exiftool is missing"; exit 77; }
npm init -y >/dev/null
npm install --no-audit --no-fund --silent sharp@0.35.5
ffmpeg -v error -f lavfi -i color=c=0xff8020:s=64x64,format=rgb24 -frames:v 1 orange.png
cat >profile.mjs <<'JS'
import { writeFileSync } from "node:fs";
import sharp from "sharp";
// The profile of Display P3 that sharp brings along.
const profiled = await sharp("orange.png").withIccProfile("p3").png().toBuffer();
writeFileSync("p3.icc", (await sharp(profiled).metadata()).icc);
JS
node profile.mjs
avifenc --cicp 12/13/1 -y 444 --min 0 --max 0 orange.png numbers.avif >log 2>&1
avifenc --icc p3.icc -y 444 --min 0 --max 0 orange.png profile.avif >log 2>&1
cat >run.mjs <<'JS'
import sharp from "sharp";
for (const name of ["numbers.avif", "profile.avif"]) {
  const values = [...(await sharp(name).raw().toBuffer()).subarray(0, 3)].join(" ");
  const kept = (await sharp(await sharp(name).keepIccProfile().png().toBuffer()).metadata()).icc;
  console.log(`sharp: ${values}, ${kept ? "a" : "no"} profile`);
}
JS
seen=$(node run.mjs | tr '\n' ';')
avifdec numbers.avif avifdec.png >log 2>&1
avifdec profile.avif profile.png >log 2>&1
heif-convert numbers.avif heif.png >log 2>&1
ffmpeg -v error -i numbers.avif ffmpeg.png
for name in avifdec profile heif ffmpeg; do
  seen+=" $name: $(ffmpeg -v error -i "$name.png" -frames:v 1 -f rawvideo -pix_fmt rgb24 - | head -c 3 | od -An -tu1 | xargs), tags $(exiftool -s -s -s -ProfileDescription -RedX -ColorPrimaries "$name.png" | xargs);"
done
[[ $seen == "sharp: 255 128 31, no profile;sharp: 255 119 0, a profile; avifdec: 255 128 31, tags ; profile: 255 128 33, tags sP3C; heif: 255 128 31, tags ; ffmpeg: 255 128 31, tags ;" ]] || { echo "$seen"; exit 1; }
echo "seen: $seen"
