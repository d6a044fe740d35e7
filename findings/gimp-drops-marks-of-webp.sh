#!/usr/bin/env bash
# Question: does a generated picture keep its mark (XMP) when GIMP saves it again in its own format?
# Guess: yes: GIMP shows and edits XMP.
# Seen: GIMP 2.10.34 with its defaults keeps XMP of PNG and JPEG, and drops it from WebP and AVIF. 2026-11-29.
# For users: choose PNG or JPEG for pictures that are worked on in GIMP, or tick "Save XMP data" in its dialogue.
# Needed: gimp, ffmpeg, exiftool, cwebp and avifenc of Debian.
set -euo pipefail
for program in gimp ffmpeg exiftool cwebp avifenc; do command -v "$program" >/dev/null || exit 77; done
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
export HOME=$folder
ffmpeg -loglevel error -f lavfi -i testsrc=size=64x48:duration=1 -frames:v 1 in.png
ffmpeg -loglevel error -i in.png in.jpg
exiftool -q -overwrite_original -XMP-dc:Source=heron in.png in.jpg
cwebp -quiet -metadata all in.png -o in.webp
avifenc in.png in.avif >/dev/null
source_of() { exiftool -q -s3 -XMP-dc:Source "$1"; }
seen=""
for ending in png jpg webp avif; do
  [[ $(source_of "in.$ending") == heron ]]
  gimp -n -i -f -d -b "(let* ((image (car (gimp-file-load RUN-NONINTERACTIVE \"in.$ending\" \"in.$ending\"))) (layer (car (gimp-image-get-active-drawable image)))) (gimp-file-save RUN-NONINTERACTIVE image layer \"out.$ending\" \"out.$ending\"))" -b "(gimp-quit 0)" >/dev/null 2>&1
  [[ -s out.$ending ]]
  seen+="$ending $([[ $(source_of "out.$ending") == heron ]] && echo kept || echo dropped), "
done
[[ $seen == "png kept, jpg kept, webp dropped, avif dropped, " ]] || { echo "$seen"; exit 1; }
echo "seen: ${seen%, }"
