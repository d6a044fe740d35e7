#!/usr/bin/env bash
# Question: what does a Matroska file that mkvmerge makes of an MP4 still say about how it was made?
# Guess: its title and comment; XMP is dropped.
# Seen: mkvmerge 74 keeps neither: title, comment and XMP are gone, with status 0. ffmpeg 5.1 keeps title and comment when it copies the same file. 2026-11-29.
# For users: the table of marks says so; copy with ffmpeg -c copy, which keeps title and comment.
# Needed: ffmpeg, exiftool and mkvmerge of Debian.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
for program in ffmpeg ffprobe exiftool mkvmerge; do command -v "$program" >/dev/null || { echo "$program is missing"; exit 77; }; done
ffmpeg -v error -f lavfi -i testsrc2=size=64x64:duration=1:rate=10 -c:v libx264 -metadata title=Boat -metadata comment=Harbour a.mp4
exiftool -q -overwrite_original -XMP-xmp:CreatorTool=Painter a.mp4
mkvmerge -q -o merged.mkv a.mp4
ffmpeg -v error -i a.mp4 -c copy copied.mkv
said() { { ffprobe -v error -show_entries format_tags -of default=nw=1:nk=1 "$1"; grep -ao Painter "$1" || true; } | grep -oE 'Boat|Harbour|Painter' | sort -u | tr '\n' ' '; }
seen="mp4: $(said a.mp4)mkvmerge: $(said merged.mkv)ffmpeg: $(said copied.mkv)"
[[ $seen == "mp4: Boat Harbour Painter mkvmerge: ffmpeg: Boat Harbour " ]] || { echo "$seen"; exit 1; }
echo "seen: $seen"
