#!/usr/bin/env bash
# Question: is the prompt that Stable Diffusion interfaces write into JPEG and WebP (UserComment, as UNICODE) readable with the usual packages for EXIF?
# Guess: yes, as a text, whichever order its bytes have.
# Seen: ExifReader 4.46.0 gives "[Unicode encoded text]" instead of it, exifr 7.1.3 and exif-reader 2.0.3 give bytes. exiftool 12.57 gives the text in
#   both orders of bytes; exiv2 0.27.6 gives signs of Chinese for the order that is not that of the EXIF around it. With ASCII, ExifReader gives the
#   text. 2026-11-30.
# For users: read such prompts with exiftool, or decode the bytes behind the first eight yourself; look for a prompt in the XMP as well.
# Needed: exiftool and exiv2 of Debian.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
for program in exiftool exiv2; do command -v "$program" >/dev/null || { echo "$program is missing"; exit 77; }; done
npm init -y >npm.log
npm install --no-audit --no-fund --silent sharp@0.35.5 exifr@7.1.3 exifreader@4.46.0 exif-reader@2.0.3
cat >run.mjs <<'JS'
import { execFileSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import exifReader from "exif-reader";
import ExifReader from "exifreader";
import exifr from "exifr";
import sharp from "sharp";
const prompt = "a red fox, ink\nNegative prompt: blurry\nSteps: 20, Seed: 7";
// EXIF with the one field, big-endian, as piexif writes it for those interfaces.
function exifWith(value) {
  const parts = Buffer.alloc(44);
  parts.write("MM\0*", 0, "latin1");
  parts.writeUInt32BE(8, 4);
  for (const [at, tag, type, count, offset] of [[8, 0x8769, 4, 1, 26], [26, 0x9286, 7, value.length, 44]]) {
    parts.writeUInt16BE(1, at);
    parts.writeUInt16BE(tag, at + 2);
    parts.writeUInt16BE(type, at + 4);
    parts.writeUInt32BE(count, at + 6);
    parts.writeUInt32BE(offset, at + 10);
  }
  return Buffer.concat([parts, value]);
}
const values = {
  "big-endian": Buffer.concat([Buffer.from("UNICODE\0"), Buffer.from(prompt, "utf16le").swap16()]),
  "little-endian": Buffer.concat([Buffer.from("UNICODE\0"), Buffer.from(prompt, "utf16le")]),
  ascii: Buffer.concat([Buffer.from("ASCII\0\0\0"), Buffer.from(prompt)]),
};
const picture = await sharp({ create: { width: 16, height: 16, channels: 3, background: "red" } }).jpeg().toBuffer();
const run = (...words) => execFileSync(words[0], words.slice(1), { encoding: "utf8" });
const readers = {
  ExifReader: ({ jpeg }) => ExifReader.load(jpeg).UserComment.description,
  exifr: async ({ jpeg }) => (await exifr.parse(jpeg, { userComment: true })).userComment,
  "exif-reader": ({ exif }) => exifReader(exif).Photo.UserComment,
  exiftool: ({ name }) => run("exiftool", "-b", "-UserComment", name),
  exiv2: ({ name }) => run("exiv2", "-K", "Exif.Photo.UserComment", "-Pt", name),
};
const describe = (value) => (typeof value !== "string" ? "bytes" : value.includes(prompt) ? "prompt" : value.startsWith("[") ? value : "other signs");
const found = [];
for (const [reader, read] of Object.entries(readers)) {
  const results = [];
  for (const [order, value] of Object.entries(values)) {
    const exif = exifWith(value);
    const segment = Buffer.concat([Buffer.from([0xff, 0xe1, 0, 0]), Buffer.from("Exif\0\0"), exif]);
    segment.writeUInt16BE(segment.length - 2, 2);
    const jpeg = Buffer.concat([picture.subarray(0, 2), segment, picture.subarray(2)]);
    const name = `${order}.jpg`;
    writeFileSync(name, jpeg);
    results.push(`${order} ${describe(await read({ jpeg, exif, name }))}`);
  }
  found.push(`${reader}: ${results.join(", ")}`);
}
process.stdout.write(`${found.join("; ")}\n`);
JS
seen=$(node run.mjs)
hidden="[Unicode encoded text]"
expected="ExifReader: big-endian $hidden, little-endian $hidden, ascii prompt; "
for reader in exifr exif-reader; do expected+="$reader: big-endian bytes, little-endian bytes, ascii bytes; "; done
expected+="exiftool: big-endian prompt, little-endian prompt, ascii prompt; exiv2: big-endian prompt, little-endian other signs, ascii prompt"
[[ $seen == "$expected" ]] || { echo "$seen"; exit 1; }
echo "seen: $seen"
