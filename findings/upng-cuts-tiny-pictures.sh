#!/usr/bin/env bash
# Question: does the encoder that many pages use for PNG in the browser write pictures of one pixel, such as a colour or a mask of a generated picture?
# Guess: yes: the size of a picture is no special case.
# Seen: upng-js 2.1.0 sets a fixed 100 bytes aside for all that is not pixels, and cuts the file there without an error: a palette needs more. A pixel, four of different colours and 64 of 60 colours have no end (IEND); pngjs 7.0.0 and upng-js itself read none of them, and sharp 0.35.5 only the smallest. 16 × 16 pixels are right. pngjs and fast-png 8.0.0 write all of them. 2026-11-30.
# For users: write very small pictures with pngjs or fast-png; this product writes PNG itself.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --no-audit --no-fund --silent upng-js@2.1.0 pngjs@7.0.0 fast-png@8.0.0 sharp@0.35.5
cat >run.mjs <<'JS'
import { encode } from "fast-png";
import { PNG } from "pngjs";
import sharp from "sharp";
import UPNG from "upng-js";
const encoders = {
  "upng-js": (data, width, height) => Buffer.from(UPNG.encode([data.buffer], width, height, 0)),
  pngjs: (data, width, height) => PNG.sync.write({ data: Buffer.from(data), width, height }),
  "fast-png": (data, width, height) => Buffer.from(encode({ data, width, height, channels: 4 })),
};
const isReadBy = async (read) => {
  try {
    return await read();
  } catch {
    return false;
  }
};
for (const [name, write] of Object.entries(encoders)) {
  const results = [];
  for (const [side, colours] of [
    [1, 1],
    [2, 4],
    [8, 60],
    [16, 60],
  ]) {
    const data = Uint8Array.from({ length: side * side * 4 }, (_, at) => (at % 4 === 3 ? 255 : (((at >> 2) % colours) * [3, 7, 11][at % 4] + 1) % 256));
    const file = write(data, side, side);
    const same = (pixels) => Buffer.from(data).equals(Buffer.from(pixels));
    const readers = {
      sharp: async () => same(await sharp(file).ensureAlpha().raw().toBuffer()),
      "upng-js": () => same(UPNG.toRGBA8(UPNG.decode(new Uint8Array(file).buffer))[0]),
      pngjs: () => same(PNG.sync.read(file).data),
    };
    const readBy = [];
    for (const [reader, read] of Object.entries(readers)) if (await isReadBy(read)) readBy.push(reader);
    results.push(file.includes("IEND") && readBy.length === 3 ? "right" : `${file.includes("IEND") ? "whole" : "cut"}, read by ${readBy.join(" and ") || "none"}`);
  }
  console.log(`${name}: ${results.join("; ")}`);
}
JS
seen=$(node run.mjs | tr '\n' '|')
right="right; right; right; right"
[[ $seen == "upng-js: cut, read by sharp; cut, read by sharp; cut, read by none; right|pngjs: $right|fast-png: $right|" ]] || { echo "$seen"; exit 1; }
echo "seen: 1 pixel, 4 colours, 60 colours, 256 pixels: $seen"
