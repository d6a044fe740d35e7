#!/usr/bin/env bash
# Question: does a new title, written with the program id3v2, leave the other tags of an MP3 as they are?
# Guess: yes, as with eyeD3, kid3 and mutagen.
# Seen: id3v2 0.1.12 (id3lib) does not know ID3v2.4, which ffmpeg 5.1 writes by default. It reports no tag, replaces the whole of it by one with the title alone, and ends with status 0: artist, chapters and marks are gone. 2026-11-29.
# For users: set titles with eyeD3 or kid3; the library still knows a file that has lost its mark, by its task.
# Needed: ffmpeg, ffprobe and id3v2 of Debian.
set -euo pipefail
for program in ffmpeg ffprobe id3v2; do command -v "$program" >/dev/null || exit 77; done
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
artist() { ffprobe -v error -show_entries format_tags=artist -of csv=p=0 "$1"; }
found=()
for version in 3 4; do
  ffmpeg -loglevel error -f lavfi -i sine=duration=1 -metadata artist=Ann -id3v2_version "$version" "$version.mp3"
  id3v2 -t Heron "$version.mp3" && status=$?
  found+=("2.$version: status $status, artist $(artist "$version.mp3")")
done
seen="${found[0]}; ${found[1]}"
[[ $seen == "2.3: status 0, artist Ann; 2.4: status 0, artist " ]] || { echo "$seen"; exit 1; }
echo "seen: $seen"
