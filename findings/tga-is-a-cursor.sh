#!/usr/bin/env bash
# Question: what is an uncompressed TGA, as image engines and old renderers write it, for the usual library that recognizes files?
# Guess: TGA, or unknown, since the format has no signature.
# Seen: file-type 22.3.0 calls it a cursor (cur, image/x-icon), because its first bytes are those of one. 2026-11-29.
# For users: a TGA is recognized by its header and its end before the library is asked, and is not saved as a cursor.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --no-audit --no-fund --silent file-type@22.3.0
cat >run.mjs <<'JS'
import { fileTypeFromBuffer } from "file-type";
const image = Buffer.alloc(18 + 64 * 64 * 3, 0x55);
image.fill(0, 0, 18);
image[2] = 2;
image.writeUInt16LE(64, 12);
image.writeUInt16LE(64, 14);
image[16] = 24;
const { ext, mime } = await fileTypeFromBuffer(image);
console.log(`${ext} ${mime}`);
JS
seen=$(node run.mjs)
[[ $seen == "cur image/x-icon" ]] || { echo "$seen"; exit 1; }
echo "seen: $seen"
