#!/usr/bin/env bash
# Question: is a black and white picture still black and white in an AVIF with one plane and the limited range of television, which libavif offers?
# Guess: yes: the range is stated in the file, and decoders follow it as they do for colours.
# Seen: white is 235 and black is 16 with avifdec 0.11.1, which is of the same project as the encoder, ffmpeg 5.1, heif-convert 1.15.1 and sharp 0.35.5; @jsquash/avif 2.1.1 and @napi-rs/canvas 1.1.1 (Skia) show 255 and 0. With three planes, or ten bits, avifdec is right. No warning. 2026-11-30.
# For users: write grey AVIF with the full range, which is avifenc's default; this product reads both ranges.
# Needed: ffmpeg, avifenc, avifdec and heif-convert of Debian.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
for program in ffmpeg avifenc avifdec heif-convert; do command -v "$program" >/dev/null || { echo "$program is missing"; exit 77; }; done
npm init -y >/dev/null
npm install --no-audit --no-fund --silent sharp@0.35.5 @jsquash/avif@2.1.1 @napi-rs/canvas@1.1.1
ffmpeg -v error -f lavfi -i "color=white:size=64x32,format=rgb24" -f lavfi -i "color=black:size=64x32,format=rgb24" -filter_complex vstack,format=gray -frames:v 1 in.png
for kind in "full 400 8 full" "limited 400 8 limited" "ten 400 10 limited" "colour 444 8 limited"; do
  read -r name planes depth range <<<"$kind"
  avifenc --min 0 --max 0 -y "$planes" -d "$depth" -r "$range" in.png "$name.avif" >/dev/null 2>&1
  avifdec -d 8 "$name.avif" "avifdec-$name.png" >/dev/null
done
ffmpeg -v error -i limited.avif ffmpeg-limited.png
heif-convert limited.avif heif-limited.png >/dev/null
cat >run.mjs <<'JS'
import { readFileSync } from "node:fs";
import decode, { init } from "@jsquash/avif/decode.js";
import { createCanvas, loadImage } from "@napi-rs/canvas";
import sharp from "sharp";
// The package is made for browsers, which have this class.
globalThis.ImageData ??= class {
  constructor(data, width, height) {
    Object.assign(this, { data, width, height });
  }
};
await init(await WebAssembly.compile(readFileSync("node_modules/@jsquash/avif/codec/dec/avif_dec.wasm")));
const last = 63;
const bySharp = async (name) => {
  const { data, info } = await sharp(name).raw().toBuffer({ resolveWithObject: true });
  return [data[0], data[last * info.width * info.channels]];
};
const byJsquash = async (name) => {
  const bytes = readFileSync(name);
  const { data, width } = await decode(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length));
  return [data[0], data[last * width * 4]];
};
const byCanvas = async (name) => {
  const context = createCanvas(64, 64).getContext("2d");
  context.drawImage(await loadImage(name), 0, 0);
  return [0, last].map((row) => context.getImageData(0, row, 1, 1).data[0]);
};
const results = [];
for (const [label, read, name] of [
  ["avifdec with full range", bySharp, "avifdec-full.png"],
  ["with limited", bySharp, "avifdec-limited.png"],
  ["in colour", bySharp, "avifdec-colour.png"],
  ["with ten bits", bySharp, "avifdec-ten.png"],
  ["ffmpeg", bySharp, "ffmpeg-limited.png"],
  ["heif-convert", bySharp, "heif-limited.png"],
  ["sharp", bySharp, "limited.avif"],
  ["jsquash", byJsquash, "limited.avif"],
  ["canvas", byCanvas, "limited.avif"],
]) {
  results.push(`${label} ${(await read(name)).map((value) => (value > 250 ? 255 : value < 5 ? 0 : value)).join("-")}`);
}
console.log(results.join(", "));
JS
seen=$(node run.mjs 2>/dev/null)
[[ $seen == "avifdec with full range 255-0, with limited 235-16, in colour 255-0, with ten bits 255-0, ffmpeg 235-16, heif-convert 235-16, sharp 235-16, jsquash 255-0, canvas 255-0" ]] || { echo "$seen"; exit 1; }
echo "seen: white and black: $seen"
