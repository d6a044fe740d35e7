#!/usr/bin/env bash
# Question: does a picture keep its mark (XMP) on the way from PNG to AVIF and back with libavif's own programs?
# Guess: yes: avifenc takes Exif and XMP over, and avifdec gives them back.
# Seen: avifenc 0.11.1 takes XMP of PNG and JPEG over; avifdec 0.11.1 writes neither a PNG nor a JPEG with it, although --info says that it is there. 2026-11-29.
# For users: the table of marks says so; copy it with exiftool -tagsFromFile a.avif -xmp a.png.
# Needed: ffmpeg, exiftool, avifenc and avifdec of Debian.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
for program in ffmpeg exiftool avifenc avifdec; do command -v "$program" >/dev/null || { echo "$program is missing"; exit 77; }; done
cat >xmp.xml <<'XML'
<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description rdf:about="" xmlns:Iptc4xmpExt="http://iptc.org/std/Iptc4xmpExt/2008-02-29/" Iptc4xmpExt:DigitalSourceType="http://cv.iptc.org/newscodes/digitalsourcetype/trainedAlgorithmicMedia"/></rdf:RDF></x:xmpmeta>
XML
mark() { exiftool -s3 -XMP-iptcExt:DigitalSourceType "$1" | grep -q trainedAlgorithmicMedia && echo kept || echo dropped; }
ffmpeg -v error -f lavfi -i testsrc2=size=120x80 -frames:v 1 a.png
exiftool -q -overwrite_original "-xmp<=xmp.xml" a.png
avifenc a.png a.avif >/dev/null
avifdec a.avif b.jpg >/dev/null
exiftool -q -tagsFromFile a.avif -xmp b.jpg -overwrite_original
avifdec a.avif c.png >/dev/null
seen="into AVIF: $(mark a.avif); back to PNG: $(mark c.png); copied into the JPEG: $(mark b.jpg)"
[[ $seen == "into AVIF: kept; back to PNG: dropped; copied into the JPEG: kept" ]] || { echo "$seen"; exit 1; }
echo "seen: $seen"
