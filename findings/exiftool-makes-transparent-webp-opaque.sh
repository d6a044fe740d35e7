#!/usr/bin/env bash
# Question: is a transparent WebP still transparent after exiftool has marked it as generated?
# Guess: yes: the pixels are not touched.
# Seen: exiftool 12.57 puts a VP8X chunk without the alpha flag in front of a lossless image (VP8L), which has had transparency until then. webpinfo 1.2.4 calls the file wrong, webpmux 1.2.4 does not open it, and sharp 0.35.5 reads three channels: a converted picture is opaque. exiv2 0.27.6 and webpmux 1.2.4 set the flag; a lossy image with an ALPH chunk stays right with exiftool, too. ffmpeg 5.1 goes by the pixels. 2026-11-30.
# For users: mark lossless WebP with exiv2 or webpmux, or repair the file with `exiftool -xmp:all=` and mark it again. This product sets the flag by the pixels.
# Needed: ffmpeg, cwebp, webpinfo, webpmux, exiftool and exiv2 of Debian.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
for program in ffmpeg cwebp webpinfo webpmux exiftool exiv2; do command -v "$program" >/dev/null || { echo "$program is missing"; exit 77; }; done
npm init -y >/dev/null
npm install --no-audit --no-fund --silent sharp@0.35.5
ffmpeg -v error -f lavfi -i testsrc2=size=64x48 -vf format=rgba,colorchannelmixer=aa=0.5 -frames:v 1 a.png
cwebp -quiet -lossless a.png -o in.webp
cwebp -quiet a.png -o lossy.webp
for copy in exiftool exiv2; do cp in.webp $copy.webp; done
cp lossy.webp lossy-exiftool.webp
exiftool -q -overwrite_original -XMP-dc:Title=Boat exiftool.webp lossy-exiftool.webp
exiv2 -M"set Xmp.dc.title Boat" exiv2.webp
exiftool -q -xmp -b exiftool.webp >packet.xmp
webpmux -set xmp packet.xmp in.webp -o webpmux.webp >/dev/null 2>&1
cp exiftool.webp repaired.webp
exiftool -q -overwrite_original -xmp:all= repaired.webp
if webpmux -info exiftool.webp >/dev/null 2>&1; then echo "webpmux opens the file"; exit 1; fi
cat >run.cjs <<'JS'
const sharp = require("sharp");
const { execFileSync, spawnSync } = require("node:child_process");
const alphaOf = async (name) => {
  const { data, info } = await sharp(name).raw().toBuffer({ resolveWithObject: true });
  const ffmpeg = execFileSync("ffmpeg", ["-v", "error", "-i", name, "-f", "rawvideo", "-pix_fmt", "rgba", "-"]);
  const isRight = /No error detected/.test(spawnSync("webpinfo", [name], { encoding: "utf8" }).stdout);
  return `sharp ${info.channels === 4 ? data[3] : "opaque"}, ffmpeg ${ffmpeg[3]}, ${isRight ? "right" : "wrong"}`;
};
(async () => {
  const seen = [];
  for (const name of ["in", "exiftool", "exiv2", "webpmux", "repaired", "lossy", "lossy-exiftool"]) seen.push(`${name}: ${await alphaOf(`${name}.webp`)}`);
  console.log(seen.join("; "));
})();
JS
seen=$(node run.cjs)
right="sharp 128, ffmpeg 128, right"
[[ $seen == "in: $right; exiftool: sharp opaque, ffmpeg 128, wrong; exiv2: $right; webpmux: $right; repaired: $right; lossy: $right; lossy-exiftool: $right" ]] || { echo "$seen"; exit 1; }
echo "seen: $seen"
