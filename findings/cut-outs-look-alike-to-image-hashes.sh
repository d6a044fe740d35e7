#!/usr/bin/env bash
# Question: do packages that find equal pictures by a perceptual hash tell cut-outs apart, as models that remove a background make them: a black and a white shape, each on nothing?
# Guess: yes: what is transparent becomes one colour for the comparison, white or grey, and at least the shapes that are seen on it differ.
# Seen: sharp-phash 2.2.0 puts the picture on black, so that a black circle, a black bar and a picture without any visible pixel have the same hash; imghash
#   1.1.4 puts it on white, so that this is true of white shapes, and for it a black and a red circle are equal, too. Signatures, icons and logos are mostly of one of these
#   colours. No error and no warning. 2026-11-30.
# For users: put a cut-out on a grey that it does not have (sharp's flatten) before it is hashed, and hash its alpha channel too.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --no-audit --no-fund --silent sharp@0.35.5 sharp-phash@2.2.0 imghash@1.1.4 --legacy-peer-deps
cat >run.cjs <<'JS'
const imghash = require("imghash");
const sharp = require("sharp");
const phash = require("sharp-phash");
const side = 128;
const circle = (x, y) => Math.hypot(x - 64, y - 64) < 30;
const bar = (x, y) => x > 20 && x < 40 && y > 10;
// A shape of one colour; the pixels around it are transparent, and have the other colour.
const picture = (isInside, inside, hidden) => {
  const pixels = Array.from({ length: side * side }, (_, at) => (isInside(at % side, Math.floor(at / side)) ? [...inside, 255] : [...hidden, 0]));
  return sharp(Buffer.from(pixels.flat()), { raw: { width: side, height: side, channels: 4 } }).png().toBuffer();
};
const black = [0, 0, 0], white = [255, 255, 255], red = [200, 30, 30];
const pictures = {
  "black circle": [circle, black, black], "black bar": [bar, black, black], nothing: [() => false, black, black], "white circle": [circle, white, white], "white bar": [bar, white, white],
  "red circle": [circle, red, black],
};
const run = async () => {
  for (const [name, hash] of Object.entries({ "sharp-phash": phash, imghash: (bytes) => imghash.hash(bytes, 8) })) {
    const groups = new Map();
    for (const [key, parts] of Object.entries(pictures)) {
      const value = await hash(await picture(...parts));
      groups.set(value, [...(groups.get(value) ?? []), key]);
    }
    console.log(`${name}: ${[...groups.values()].filter((group) => group.length > 1).map((group) => group.join(" = ")).join("; ")}`);
  }
};
run();
JS
seen=$(node run.cjs)
expected='sharp-phash: black circle = black bar = nothing
imghash: black circle = red circle; nothing = white circle = white bar'
[[ $seen == "$expected" ]] || { echo "$seen"; exit 1; }
echo "seen: ${seen//$'\n'/ | }"
