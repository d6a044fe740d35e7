#!/usr/bin/env bash
# Question: does the label that China requires in generated files (a field AIGC, GB 45438-2025) survive a copy of their streams?
# Guess: yes, in the format in which ffmpeg found it; a conversion to another format may lose it.
# Seen: ffmpeg 5.1 reads AIGC in MP4, keeps it from MP4 to Matroska, and drops it from MP4 to MP4, also with -c copy, and from MP3 to WAV and M4A. From MP3 to
#   MP3, FLAC and Opus it stays. Nothing warns. With -movflags use_metadata_tags the MP4 keeps it. 2026-11-29.
# For users: the label is read in all of these formats; cut and remux labelled videos with -movflags use_metadata_tags.
# Needed: ffmpeg of Debian.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
for program in ffmpeg ffprobe; do command -v "$program" >/dev/null || { echo "$program is missing"; exit 77; }; done
make() { ffmpeg -v error "$@"; }
label='AIGC={"Label":"1","ContentProducer":"painter","ProduceID":"f123"}'
make -f lavfi -i testsrc2=size=64x64:duration=1:rate=10 -c:v libx264 -metadata "$label" -movflags use_metadata_tags a.mp4
make -i a.mp4 -c copy copied.mp4
make -i a.mp4 -c copy -movflags use_metadata_tags flagged.mp4
make -i a.mp4 -c copy copied.mkv
make -f lavfi -i sine=duration=1 -metadata "$label" a.mp3
make -i a.mp3 -c copy copied.mp3
for ending in wav m4a flac opus; do make -i a.mp3 "converted.$ending"; done
seen=""
for file in a.mp4 copied.mp4 flagged.mp4 copied.mkv a.mp3 copied.mp3 converted.wav converted.m4a converted.flac converted.opus; do
  seen+="$file $(ffprobe -v error -show_entries format_tags:stream_tags -of default=nw=1 "$file" | grep -c f123 || true), "
done
expected="a.mp4 1, copied.mp4 0, flagged.mp4 1, copied.mkv 1, a.mp3 1, copied.mp3 1, converted.wav 0, converted.m4a 0, converted.flac 1, converted.opus 1, "
[[ $seen == "$expected" ]] || { echo "$seen"; exit 1; }
echo "seen: ${seen%, }"
