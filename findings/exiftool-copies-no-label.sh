#!/usr/bin/env bash
# Question: does exiftool take the label of generated files in China (TC260:AIGC in XMP, GB 45438-2025) along when it copies all tags to a converted image?
# Guess: yes, because it shows the label among the tags of the first image, and keeps it when it changes another field.
# Seen: exiftool 12.57 shows it, keeps it beside a changed field, and leaves it out of -TagsFromFile … -all:all, which copies its neighbour dc:source and
#   ends without a warning. With -xmp instead of -all:all, the whole packet is copied, label and all. 2026-11-29.
# For users: copy metadata to converted images with -xmp, too; this product then reads the label of the copy.
# Needed: exiftool and ffmpeg of Debian.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
for program in ffmpeg exiftool; do command -v "$program" >/dev/null || { echo "$program is missing"; exit 77; }; done
cat >label.xmp <<'END'
<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description rdf:about=""
 xmlns:TC260="http://www.tc260.org.cn/ns/AIGC/1.0/" xmlns:dc="http://purl.org/dc/elements/1.1/" dc:source="Harbour">
<TC260:AIGC>{&quot;Label&quot;:&quot;1&quot;,&quot;ProduceID&quot;:&quot;f123&quot;}</TC260:AIGC></rdf:Description></rdf:RDF></x:xmpmeta>
END
ffmpeg -v error -f lavfi -i color=red:s=16x16 -frames:v 1 plain.jpg
for name in labelled copied packet; do cp plain.jpg "$name.jpg"; done
exiftool -q -overwrite_original '-XMP<=label.xmp' labelled.jpg
cp labelled.jpg edited.jpg
exiftool -q -overwrite_original -XMP-dc:Title=Boat edited.jpg
exiftool -q -overwrite_original -TagsFromFile labelled.jpg -all:all copied.jpg
exiftool -q -overwrite_original -TagsFromFile labelled.jpg -xmp packet.jpg
said() { exiftool -b -XMP:all "$1" | grep -oE 'f123|Harbour' | sort | tr '\n' ' '; }
seen="labelled: $(said labelled.jpg)edited: $(said edited.jpg)all:all: $(said copied.jpg)xmp: $(said packet.jpg)"
[[ $seen == "labelled: Harbour f123 edited: Harbour f123 all:all: Harbour xmp: Harbour f123 " ]] || { echo "$seen"; exit 1; }
echo "seen: $seen"
