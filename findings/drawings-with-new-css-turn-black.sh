#!/usr/bin/env bash
# Question: are drawings that a model writes with CSS of today drawn by the renderers outside browsers?
# Guess: yes, since they implement SVG 2 by now; at most animation stands still.
# Seen: sharp 0.35.5 and rsvg-convert 2.54 (librsvg) draw a shape in black whose fill is a CSS variable, oklch(), a nested rule, :is() or in @layer, and
#   another place with transform-origin or calc(); resvg-js 2.6.2 the same, and black also for "rgb(255 0 0 / 1)", :not() and :nth-child(), and nothing where
#   width, height or r are CSS. @napi-rs/canvas 1.1.1 (Skia) knows all but nested rules. None of them reports an error. 2026-11-30.
# For users: ask a model for drawings with attributes (fill="#d33", transform="rotate(30 20 20)") instead of CSS if they are to become PNG or PDF.
# Needed: rsvg-convert of Debian (librsvg2-bin).
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
command -v rsvg-convert >/dev/null || { echo "rsvg-convert is missing"; exit 77; }
npm init -y >npm.log
npm install --no-audit --no-fund sharp@0.35.5 @resvg/resvg-js@2.6.2 @napi-rs/canvas@1.1.1 >>npm.log 2>&1
cat >run.mjs <<'JS'
import { execFileSync } from "node:child_process";
import { createCanvas, loadImage } from "@napi-rs/canvas";
import { Resvg } from "@resvg/resvg-js";
import sharp from "sharp";
const drawing = (shape, style = "") => `<svg xmlns="http://www.w3.org/2000/svg" width="40" height="40"><style>${style}</style>${shape}</svg>`;
const square = (attributes) => `<rect width="40" height="40" ${attributes}/>`;
// In a browser, the middle of each is red.
const drawings = {
  plain: drawing(square('fill="red"')),
  variable: drawing(square('class="a"'), ":root { --ink: red } .a { fill: var(--ink) }"),
  oklch: drawing(square('fill="oklch(0.628 0.2577 29.23)"')),
  nested: drawing(`<g class="a">${square("")}</g>`, ".a { rect { fill: red } }"),
  is: drawing(square('class="a"'), ":is(.a, .b) { fill: red }"),
  layer: drawing(square('class="a"'), "@layer base { .a { fill: red } }"),
  origin: drawing(square('fill="red" transform="rotate(180)" style="transform-origin: 20px 20px"')),
  calc: drawing('<rect height="40" fill="red" style="width: calc(20px + 20px)"/>'),
  "alpha after a slash": drawing(square('fill="rgb(255 0 0 / 1)"')),
  not: drawing(square(""), "rect:not(.b) { fill: red }"),
  child: drawing(square(""), "rect:nth-child(2) { fill: red }"),
  size: drawing('<rect fill="red" style="width: 40px; height: 40px"/>'),
  radius: drawing('<circle cx="20" cy="20" fill="red" class="a"/>', ".a { r: 20px }"),
};
const renderers = {
  sharp: (svg) => sharp(Buffer.from(svg)).png().toBuffer(),
  "rsvg-convert": (svg) => execFileSync("rsvg-convert", { input: svg }),
  "resvg-js": (svg) => new Resvg(svg).render().asPng(),
  canvas: async (svg) => {
    const canvas = createCanvas(40, 40);
    canvas.getContext("2d").drawImage(await loadImage(Buffer.from(svg)), 0, 0);
    return canvas.toBuffer("image/png");
  },
};
async function middleOf(png) {
  const { data, info } = await sharp(png).ensureAlpha().raw().toBuffer({ resolveWithObject: true });
  const [red, green, blue, alpha] = data.subarray((20 * info.width + 20) * 4);
  if (alpha < 50) return "empty";
  if (green > 50 || blue > 50) return "other";
  return red > 200 ? "red" : "black";
}
const found = [];
for (const [renderer, draw] of Object.entries(renderers)) {
  const others = { black: [], empty: [], other: [] };
  for (const [name, svg] of Object.entries(drawings)) others[await middleOf(await draw(svg))]?.push(name);
  const parts = Object.entries(others).filter(([, names]) => names.length > 0);
  found.push(`${renderer}: ${parts.map(([kind, names]) => `${kind}: ${names.join(", ")}`).join(" - ")}`);
}
process.stdout.write(`${found.join("; ")}\n`);
JS
seen=$(node run.mjs 2>run.log) || { cat run.log; exit 1; }
[[ ! -s run.log ]] || { cat run.log; exit 1; }
librsvg="black: variable, oklch, nested, is, layer - empty: origin, calc"
resvg="black: variable, oklch, nested, is, layer, alpha after a slash, not, child - empty: origin, calc, size, radius"
[[ $seen == "sharp: $librsvg; rsvg-convert: $librsvg; resvg-js: $resvg; canvas: black: nested" ]] || { echo "$seen"; exit 1; }
echo "seen: $seen"
