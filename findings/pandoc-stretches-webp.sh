#!/usr/bin/env bash
# Question: which size has a generated picture of a Markdown document in the Word file that pandoc makes of it?
# Guess: its own proportions, whatever its format.
# Seen: pandoc 2.17.1.1 knows the size of PNG, JPEG, GIF and SVG. WebP and AVIF become 300 × 200 points, so that a square is stretched, and AVIF is packed as `.bin`, which is no picture for a reader; there is no warning about the size. 2026-11-29.
# For users: choose PNG or JPEG for pictures of documents that become Word files.
# Needed: pandoc, ffmpeg, cwebp, avifenc and unzip of Debian.
set -euo pipefail
for program in pandoc ffmpeg cwebp avifenc unzip; do command -v "$program" >/dev/null || exit 77; done
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
ffmpeg -loglevel error -f lavfi -i testsrc=size=400x400:duration=1 -frames:v 1 square.png
ffmpeg -loglevel error -i square.png square.jpg
cwebp -quiet square.png -o square.webp
avifenc square.png square.avif >/dev/null
seen=""
for ending in png jpg webp avif; do
  echo "![square](square.$ending)" >page.md
  pandoc page.md -o page.docx 2>/dev/null
  extent=$(unzip -p page.docx word/document.xml | grep -oE 'wp:extent cx="[0-9]+" cy="[0-9]+"' | head -1 | grep -oE '[0-9]+' | tr '\n' ' ')
  read -r width height <<<"$extent"
  file=$(unzip -l page.docx | grep -oE 'media/[^ ]+' | head -1)
  seen+="$ending as .${file##*.} $((width * 100 / height)):100, "
done
[[ $seen == "png as .png 100:100, jpg as .jpg 100:100, webp as .webp 150:100, avif as .bin 150:100, " ]] || { echo "$seen"; exit 1; }
echo "seen: ${seen%, }"
