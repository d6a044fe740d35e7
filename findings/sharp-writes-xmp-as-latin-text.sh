#!/usr/bin/env bash
# Question: does a PNG whose metadata sharp was asked to keep still say how it was made?
# Guess: yes: keepMetadata() and keepXmp() keep XMP and texts as they were, in iTXt.
# Seen: sharp 0.34.5 (libvips 8.17.3) moves XMP and every UTF-8 text from iTXt into tEXt, which is Latin-1 by the standard: exifreader 4.44.0 and exifr 7.1.3 find no XMP any more, and exifreader reads a prompt's letters wrong. 2026-11-29.
# For users: this product reads XMP and UTF-8 in every kind of text chunk; marks of PNG that sharp has written are found here, but not by every checker.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --no-audit --no-fund --silent sharp@0.34.5 exifr@7.1.3 exifreader@4.44.0
cat >run.mjs <<'JS'
import { crc32 } from "node:zlib";
import exifr from "exifr";
import ExifReader from "exifreader";
import sharp from "sharp";
const xmp = `<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description xmlns:dc="http://purl.org/dc/elements/1.1/" dc:source="Ærø"/></rdf:RDF></x:xmpmeta>`;
const chunk = (keyword, text) => {
  const body = Buffer.concat([Buffer.from(`iTXt${keyword}`), Buffer.alloc(5), Buffer.from(text)]);
  const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(body.length - 4);
  check.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, check]);
};
const plain = await sharp({ create: { width: 8, height: 8, channels: 3, background: "teal" } }).png().toBuffer();
const made = Buffer.concat([plain.subarray(0, 33), chunk("XML:com.adobe.xmp", xmp), chunk("prompt", "Ærø"), plain.subarray(33)]);
async function read(label, bytes) {
  const tags = ExifReader.load(bytes, { expanded: true });
  const other = await exifr.parse(bytes, { xmp: true, mergeOutput: false });
  const found = [tags.xmp?.source?.value, other?.dc?.source].map((value) => (value === "Ærø" ? "XMP" : "no XMP"));
  return `${label}: exifreader ${found[0]}, exifr ${found[1]}, prompt ${tags.pngText?.prompt?.value === "Ærø" ? "right" : "wrong"}`;
}
console.log(`${await read("before", made)}; ${await read("after", await sharp(made).keepMetadata().png().toBuffer())}`);
JS
seen=$(node run.mjs)
[[ $seen == "before: exifreader XMP, exifr XMP, prompt right; after: exifreader no XMP, exifr no XMP, prompt wrong" ]] || { echo "$seen"; exit 1; }
echo "seen: $seen"
