#!/usr/bin/env bash
# Question: does a JPEG with a second image behind the first (MPF, in which HDR pictures have their gain map) keep it in programs that change a JPEG without loss?
# Guess: yes: jpegtran -copy all, exiftran and jpegoptim work on what is stored, and keep all markers.
# Seen: jpegtran of libjpeg-turbo 2.1.5 and exiftran 2.10 copy the marker that says "two images" and drop the second one, so that it points behind the end of the
#   file. jpegoptim 1.4.7 drops the image and the marker. jhead 3.06 (-cl) keeps the image, and moves it away from where the marker says. All with
#   status 0 and without a word. exiftool 12.57, exiv2 0.27.6 and ffmpeg 5.1 (-c copy) keep it. 2026-11-30.
# For users: write metadata of HDR pictures with exiftool or exiv2, and turn or shrink a copy: what comes out of the others is a picture without HDR.
# Needed: ffmpeg, exiftool, exiv2, jpegtran, exiftran, jpegoptim and jhead of Debian.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
for program in ffmpeg exiftool exiv2 jpegtran exiftran jpegoptim jhead node; do command -v "$program" >/dev/null || { echo "$program is missing"; exit 77; }; done
ffmpeg -v error -f lavfi -i color=orange:s=64x64 -frames:v 1 first.jpg
ffmpeg -v error -f lavfi -i color=gray:s=32x32 -frames:v 1 second.jpg
cat >run.mjs <<'JS'
import { readFileSync, writeFileSync } from "node:fs";
const [first, second] = [readFileSync("first.jpg"), readFileSync("second.jpg")];
const at = 4 + first.readUInt16BE(4); // Behind the first marker's segment (JFIF).
const bytes = (size, ...numbers) => Buffer.concat(numbers.map((number) => {
  const buffer = Buffer.alloc(size);
  buffer.writeUIntBE(number, 0, size);
  return buffer;
}));
const entry = (tag, type, count, value) => Buffer.concat([bytes(2, tag, type), bytes(4, count), value]);
// A directory of three fields, and two images of 16 bytes each, as CIPA DC-007 has them.
const directory = (size, offset) =>
  Buffer.concat([
    Buffer.from("MPF\0MM\0*", "latin1"),
    bytes(4, 8),
    bytes(2, 3),
    entry(0xb000, 7, 4, Buffer.from("0100")),
    entry(0xb001, 4, 1, bytes(4, 2)),
    entry(0xb002, 7, 32, bytes(4, 50)),
    bytes(4, 0, 0x030000, size, 0, 0, 0, second.length, offset, 0),
  ]);
const length = directory(0, 0).length + 4;
const size = first.length + length;
const marker = Buffer.concat([bytes(2, 0xffe2, length - 2), directory(size, size - at - 8)]);
writeFileSync("both.jpg", Buffer.concat([first.subarray(0, at), marker, first.subarray(at), second]));
JS
node run.mjs
state() {
  exiftool -q -q -b -MPImage2 "$1" >found 2>/dev/null || true
  if cmp -s found second.jpg; then echo kept
  elif [[ $(exiftool -s3 -NumberOfImages "$1") != 2 ]]; then echo "marker dropped"
  elif ! node -e 'const read = require("node:fs").readFileSync; process.exit(read(process.argv[1]).includes(read("second.jpg")) ? 0 : 1)' "$1"; then echo "marker of two without the second"
  else echo "second not where the marker says"; fi
}
seen="before $(state both.jpg)"
for program in exiftool exiv2 ffmpeg jpegtran exiftran jpegoptim jhead; do
  cp both.jpg "$program.jpg"
  case $program in
    exiftool) exiftool -q -overwrite_original -XMP-dc:Source=model exiftool.jpg ;;
    exiv2) exiv2 -M"set Xmp.dc.source model" exiv2.jpg ;;
    ffmpeg) ffmpeg -v error -y -i both.jpg -c copy ffmpeg.jpg ;;
    jpegtran) jpegtran -copy all -rotate 90 -outfile jpegtran.jpg both.jpg ;;
    exiftran) exiftran -9 -i exiftran.jpg 2>log ;;
    jpegoptim) jpegoptim -q jpegoptim.jpg ;;
    jhead) jhead -cl model jhead.jpg >log ;;
  esac
  seen+=", $program $(state "$program.jpg")"
done
expected="before kept, exiftool kept, exiv2 kept, ffmpeg kept, jpegtran marker of two without the second, exiftran marker of two without the second, "
expected+="jpegoptim marker dropped, jhead second not where the marker says"
[[ $seen == "$expected" ]] || { echo "$seen"; exit 1; }
echo "seen: $seen"
