#!/usr/bin/env bash
# Question: does GraphicsMagick keep the mark (XMP) of a picture that it writes again?
# Guess: yes: it keeps profiles, XMP among them, as ImageMagick does in most formats.
# Seen: GraphicsMagick 1.3.40 keeps it from JPEG to JPEG only. PNG to PNG and WebP to WebP drop it, and so do all conversions. 2026-11-29.
# For users: the table of marks says so; the library still knows a file that has lost its mark, by its task.
# Needed: gm, ffmpeg, exiftool and cwebp of Debian.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
for program in gm ffmpeg exiftool cwebp; do command -v "$program" >/dev/null || { echo "$program is missing"; exit 77; }; done
cat >xmp.xml <<'XML'
<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description rdf:about="" xmlns:Iptc4xmpExt="http://iptc.org/std/Iptc4xmpExt/2008-02-29/" Iptc4xmpExt:DigitalSourceType="http://cv.iptc.org/newscodes/digitalsourcetype/trainedAlgorithmicMedia"/></rdf:RDF></x:xmpmeta>
XML
mark() { exiftool -s3 -XMP-iptcExt:DigitalSourceType "$1" | grep -q trainedAlgorithmicMedia && echo kept || echo dropped; }
ffmpeg -v error -f lavfi -i testsrc2=size=120x80 -frames:v 1 a.png
ffmpeg -v error -i a.png -frames:v 1 a.jpg
cwebp -quiet a.png -o a.webp
found=()
for ending in png jpg webp; do
  exiftool -q -overwrite_original "-xmp<=xmp.xml" "a.$ending"
  gm convert "a.$ending" "b.$ending"
  found+=("$ending: $(mark "a.$ending"), $(mark "b.$ending")")
done
gm convert a.png c.jpg
seen="${found[*]}; png to jpg: $(mark c.jpg)"
[[ $seen == "png: kept, dropped jpg: kept, kept webp: kept, dropped; png to jpg: dropped" ]] || { echo "$seen"; exit 1; }
echo "seen: $seen"
