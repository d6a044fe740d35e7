#!/usr/bin/env bash
# Question: is a transparent picture that was made smaller with a palette right in a PDF?
# Guess: yes: both libraries that write PDF in JavaScript decode PNG with its transparency.
# Seen: pdfkit 0.20.2 is right with 8 bits for each pixel, and wrong with fewer, which pngquant writes for up to 16 colours, and sharp where it is told their number: of a picture of two colours nothing is seen, and that of four has a wrong transparency; no error. Without transparency, small palettes are right. pdf-lib 1.17.1 is right in all. 2026-11-30.
# For users: give pdfkit pictures with a palette of more than 16 colours or without one, or use pdf-lib.
# Needed: pdftoppm (poppler-utils) of Debian.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
command -v pdftoppm >/dev/null || { echo "pdftoppm is missing"; exit 77; }
npm init -y >/dev/null
npm install --no-audit --no-fund --silent pdfkit@0.20.2 pdf-lib@1.17.1 sharp@0.35.5
cat >run.mjs <<'JS'
import { execFileSync } from "node:child_process";
import { once } from "node:events";
import { createWriteStream, writeFileSync } from "node:fs";
import { PDFDocument } from "pdf-lib";
import PdfKit from "pdfkit";
import sharp from "sharp";
const side = 64;
const stripes = (colours) => {
  const pixels = Uint8Array.from({ length: side * side * 4 }, (_, at) => colours[Math.floor((((at >> 2) % side) * colours.length) / side)][at % 4]);
  return sharp(pixels, { raw: { width: side, height: side, channels: 4 } });
};
const two = [[255, 0, 0, 128], [0, 0, 255, 255]];
const four = [...two, [0, 128, 0, 200], [255, 255, 0, 64]];
const many = Array.from({ length: 32 }, (_, at) => [at * 8, 255 - at * 8, 128, 255 - at * 4]);
const writers = {
  pdfkit: async (png) => {
    const document = new PdfKit({ size: [side * 4, side * 4], margin: 0 });
    const file = document.pipe(createWriteStream("out.pdf"));
    document.image(png, 0, 0, { width: side * 4 });
    document.end();
    await once(file, "finish");
  },
  "pdf-lib": async (png) => {
    const document = await PDFDocument.create();
    const image = await document.embedPng(png);
    document.addPage([side * 4, side * 4]).drawImage(image, { x: 0, y: 0, width: side * 4, height: side * 4 });
    writeFileSync("out.pdf", await document.save());
  },
};
const isRight = async (colours) => {
  execFileSync("pdftoppm", ["-r", "72", "-png", "-singlefile", "out.pdf", "page"]);
  const { data, info } = await sharp("page.png").removeAlpha().raw().toBuffer({ resolveWithObject: true });
  return colours.every((colour, index) => {
    const at = (Math.floor(info.height / 2) * info.width + Math.floor(((index + 0.5) * info.width) / colours.length)) * 3;
    return [0, 1, 2].every((part) => Math.abs(data[at + part] - (colour[part] * colour[3] + 255 * (255 - colour[3])) / 255) < 12);
  });
};
const opaque = two.map(([red, green, blue]) => [red, green, blue, 255]);
const results = [];
const cases = [
  ["32 colours", many, { palette: true }],
  ["4", four, { palette: true, colours: 4 }],
  ["2", two, { palette: true, colours: 2 }],
  ["2 opaque", opaque, { palette: true, colours: 2 }],
  ["2 without a palette", two, {}],
];
for (const [name, colours, options] of cases) {
  const png = await stripes(colours).png(options).toBuffer();
  const kind = `${name} (type ${png[25]}, ${png[24]} bits)`;
  const states = [];
  for (const [library, write] of Object.entries(writers)) {
    await write(png);
    states.push(`${library} ${(await isRight(colours)) ? "right" : "wrong"}`);
  }
  results.push(`${kind}: ${states.join(", ")}`);
}
console.log(results.join("; "));
JS
seen=$(node run.mjs)
right="pdfkit right, pdf-lib right"
wrong="pdfkit wrong, pdf-lib right"
[[ $seen == "32 colours (type 3, 8 bits): $right; 4 (type 3, 2 bits): $wrong; 2 (type 3, 1 bits): $wrong; 2 opaque (type 3, 1 bits): $right; 2 without a palette (type 6, 8 bits): $right" ]] || { echo "$seen"; exit 1; }
echo "seen: $seen"
