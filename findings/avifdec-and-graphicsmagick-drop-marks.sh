#!/usr/bin/env bash
# Question: does a picture keep its mark (XMP) when libavif's own programs or GraphicsMagick write it again?
# Guess: yes: avifenc and avifdec take XMP both ways, and GraphicsMagick keeps profiles, XMP among them, as ImageMagick does in most formats.
# Seen: avifenc 0.11.1 keeps XMP of a PNG; avifdec 0.11.1 writes neither a PNG nor a JPEG with it. GraphicsMagick 1.3.40 keeps it from JPEG to JPEG only: PNG, WebP and conversions lose it. 2026-11-29.
# For users: the table of marks says so; exiftool -tagsFromFile a.avif -xmp b.jpg copies it, and the library still knows a file that has lost its mark, by its task.
# Needed: ffmpeg, exiftool, avifenc, avifdec, cwebp and gm of Debian.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
for program in ffmpeg exiftool avifenc avifdec cwebp gm; do command -v "$program" >/dev/null || { echo "$program is missing"; exit 77; }; done
cat >xmp.xml <<'XML'
<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description rdf:about="" xmlns:Iptc4xmpExt="http://iptc.org/std/Iptc4xmpExt/2008-02-29/" Iptc4xmpExt:DigitalSourceType="http://cv.iptc.org/newscodes/digitalsourcetype/trainedAlgorithmicMedia"/></rdf:RDF></x:xmpmeta>
XML
mark() { exiftool -s3 -XMP-iptcExt:DigitalSourceType "$1" | grep -q trainedAlgorithmicMedia && echo kept || echo dropped; }
ffmpeg -v error -f lavfi -i testsrc2=size=120x80 -frames:v 1 a.png
ffmpeg -v error -i a.png -frames:v 1 a.jpg
cwebp -quiet a.png -o a.webp
exiftool -q -overwrite_original "-xmp<=xmp.xml" a.png a.jpg a.webp
avifenc a.png a.avif >/dev/null
avifdec a.avif back.png >/dev/null
avifdec a.avif back.jpg >/dev/null
seen="avifenc: $(mark a.avif); avifdec to PNG: $(mark back.png), to JPEG: $(mark back.jpg)"
exiftool -q -overwrite_original -tagsFromFile a.avif -xmp back.jpg
gm convert a.jpg b.jpg
gm convert a.png b.png
gm convert a.webp b.webp
gm convert a.png c.jpg
seen+=", copied with exiftool: $(mark back.jpg); gm with JPEG: $(mark b.jpg), PNG: $(mark b.png), WebP: $(mark b.webp), PNG to JPEG: $(mark c.jpg)"
[[ $seen == "avifenc: kept; avifdec to PNG: dropped, to JPEG: dropped, copied with exiftool: kept; gm with JPEG: kept, PNG: dropped, WebP: dropped, PNG to JPEG: dropped" ]] || { echo "$seen"; exit 1; }
echo "seen: $seen"
