#!/usr/bin/env bash
# Question: does a picture with the colours of Display P3 look the same after pngquant, which keeps its mark?
# Guess: yes: the profile is kept as XMP is, or the colours are converted to sRGB.
# Seen: pngquant 2.17 of Debian keeps XMP, drops the profile and leaves the values as they are, so that a saturated orange becomes duller; status 0. ffmpeg 5.1 does the same from PNG to WebP, and keeps the profile from PNG to JPEG; optipng 0.7.7 and cwebp -metadata all keep it. 2026-11-30.
# For users: convert pictures with a profile to sRGB first, for instance with sharp, which does it by default.
# Needed: pngquant, optipng, cwebp, ffmpeg and exiftool of Debian.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
for program in pngquant optipng cwebp ffmpeg exiftool; do command -v "$program" >/dev/null || { echo "$program is missing"; exit 77; }; done
npm init -y >/dev/null
npm install --no-audit --no-fund --silent sharp@0.35.5
cat >make.mjs <<'JS'
import sharp from "sharp";
const colours = { create: { width: 64, height: 64, channels: 3, background: { r: 250, g: 110, b: 40 } } };
await sharp(colours).withIccProfile("p3").png().toFile("in.png");
await sharp("in.png").png().toFile("sharp.png");
JS
cat >shown.mjs <<'JS'
import sharp from "sharp";
// Without keepIccProfile, the values are those of sRGB: what a screen shows.
const [name] = process.argv.slice(2);
const { data } = await sharp(name).toColourspace("srgb").removeAlpha().raw().toBuffer({ resolveWithObject: true });
const { icc } = await sharp(name).metadata();
console.log(`${[...data.subarray(0, 3)].join(" ")}${icc ? " with profile" : ""}`);
JS
node make.mjs
exiftool -q -overwrite_original -XMP-iptcExt:DigitalSourceType=http://cv.iptc.org/newscodes/digitalsourcetype/trainedAlgorithmicMedia in.png
pngquant --force -o pngquant.png in.png
optipng -quiet in.png -out optipng.png
cwebp -quiet -lossless -metadata all in.png -o cwebp.webp
ffmpeg -v error -i in.png -lossless 1 ffmpeg.webp
ffmpeg -v error -i in.png -q:v 1 ffmpeg.jpg
seen="mark after pngquant: $(exiftool -s3 -XMP-iptcExt:DigitalSourceType pngquant.png | grep -c .)"
for name in in.png sharp.png pngquant.png optipng.png cwebp.webp ffmpeg.webp ffmpeg.jpg; do seen+="; $name: $(node shown.mjs $name)"; done
close() { [[ $1 =~ "$2: "(24[89]|25[012])" "1(09|1[01])" "(39|4[0123])"$3" ]]; }
dull() { [[ $1 =~ "$2: 2"[23][0-9]" 1"[12][0-9]" "[56][0-9](";"|$) ]]; }
[[ $seen == "mark after pngquant: 1; "* ]] || { echo "$seen"; exit 1; }
for name in in.png optipng.png cwebp.webp ffmpeg.jpg; do close "$seen" $name " with profile" || { echo "$seen"; exit 1; }; done
close "$seen" sharp.png ";" || { echo "$seen"; exit 1; }
for name in pngquant.png ffmpeg.webp; do dull "$seen" $name || { echo "$seen"; exit 1; }; done
echo "seen: $seen"
