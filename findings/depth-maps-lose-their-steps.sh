#!/usr/bin/env bash
# Question: does a depth map, a grey PNG of 16 bits as models of depth write it, keep its 65,536 steps when a package reads and writes it?
# Guess: yes, from PNG to PNG; at most a package throws that reads 8 bits only.
# Seen: sharp 0.35.5 makes three channels of 8 bits of it, with 256 steps, and raw({ depth: "ushort" }) gives 256 numbers
#   too. jimp 1.6.1, pngjs 7.0.0, upng-js 2.1.0 (toRGBA8) and @napi-rs/canvas 1.1.1 write 8 bits. fast-png 8.0.0, image-js 1.7.0, ffmpeg 5.1, optipng 0.7.7, and sharp
#   with toColourspace("grey16"), keep all. No error and no warning. 2026-11-30.
# For users: call toColourspace("grey16") in sharp, or use fast-png or ffmpeg, for depth maps and height maps; with 256 steps a slope becomes a stair.
# Needed: ffmpeg and optipng of Debian.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
for program in ffmpeg optipng; do command -v "$program" >/dev/null || { echo "$program is missing"; exit 77; }; done
npm init -y >/dev/null
npm install --no-audit --no-fund --silent sharp@0.35.5 jimp@1.6.1 pngjs@7.0.0 upng-js@2.1.0 fast-png@8.0.0 image-js@1.7.0 @napi-rs/canvas@1.1.1
cat >run.mjs <<'JS'
import { execFileSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { createCanvas, loadImage } from "@napi-rs/canvas";
import * as fastPng from "fast-png";
import * as imageJs from "image-js";
import { Jimp } from "jimp";
import { PNG } from "pngjs";
import sharp from "sharp";
import upng from "upng-js";
const steps = Uint16Array.from({ length: 65_536 }, (_, step) => step);
const map = fastPng.encode({ width: 256, height: 256, channels: 1, depth: 16, data: steps });
writeFileSync("map.png", map);
const writers = {
  sharp: () => sharp("map.png").png().toBuffer(),
  "sharp with grey16": () => sharp("map.png").toColourspace("grey16").png().toBuffer(),
  jimp: async () => (await Jimp.read("map.png")).getBuffer("image/png"),
  pngjs: () => PNG.sync.write(PNG.sync.read(readFileSync("map.png"))),
  "upng-js": () => upng.encode(upng.toRGBA8(upng.decode(map)), 256, 256, 0),
  "fast-png": () => fastPng.encode(fastPng.decode(map)),
  "image-js": () => imageJs.encode(imageJs.decode(map), { format: "png" }),
  canvas: async () => {
    const canvas = createCanvas(256, 256);
    canvas.getContext("2d").drawImage(await loadImage("map.png"), 0, 0);
    return canvas.toBuffer("image/png");
  },
  ffmpeg: () => execFileSync("ffmpeg", ["-v", "error", "-i", "map.png", "-f", "image2pipe", "-c:v", "png", "-"]),
  optipng: () => {
    execFileSync("optipng", ["-quiet", "-out", "small.png", "map.png"]);
    return readFileSync("small.png");
  },
};
const results = [];
for (const [name, write] of Object.entries(writers)) {
  writeFileSync("written.png", Buffer.from(await write()));
  const { channels, depth, data } = fastPng.decode(readFileSync("written.png"));
  const first = Array.from({ length: 65_536 }, (_, pixel) => data[pixel * channels]);
  results.push(`${name} ${depth} bits ${new Set(first).size} steps`);
}
const { data } = await sharp("map.png").raw({ depth: "ushort" }).toBuffer({ resolveWithObject: true });
results.push(`raw of sharp ${new Set(new Uint16Array(data.buffer, data.byteOffset, data.length / 2)).size} steps`);
console.log(results.join(", "));
JS
seen=$(node run.mjs)
expected="sharp 8 bits 256 steps, sharp with grey16 16 bits 65536 steps, jimp 8 bits 256 steps, pngjs 8 bits 256 steps, upng-js 8 bits 256 steps, "
expected+="fast-png 16 bits 65536 steps, image-js 16 bits 65536 steps, canvas 8 bits 256 steps, ffmpeg 16 bits 65536 steps, optipng 16 bits 65536 steps, raw of sharp 256 steps"
[[ $seen == "$expected" ]] || { echo "$seen"; exit 1; }
echo "seen: $seen"
