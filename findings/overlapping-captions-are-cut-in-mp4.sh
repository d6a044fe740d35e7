#!/usr/bin/env bash
# Question: are the captions of two speakers who talk at the same time still there in an MP4?
# Guess: yes, both with their times, as in the SRT that ffmpeg read and in Matroska.
# Seen: ffmpeg 5.1 ends each caption of an MP4 (mov_text) where the next one begins, with status 0: from 1 to 5 s becomes from 1 to 3 s. Of two that begin together, the first lasts 0 s. Matroska keeps all. 2026-11-30.
# For users: write lines that are spoken at the same time into one caption before they go into an MP4, or use Matroska; this product writes no captions.
# Needed: ffmpeg of Debian.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
for program in ffmpeg ffprobe; do command -v "$program" >/dev/null || { echo "$program is missing"; exit 77; }; done
caption() { printf '%d\n00:00:0%d,000 --> 00:00:0%d,000\n%s\n\n' "$1" "$2" "$3" "$4"; }
{ caption 1 1 5 Anna; caption 2 3 6 Ben; caption 3 7 8 Anna; caption 4 7 9 Ben; } >in.srt
ffmpeg -v error -f lavfi -i color=size=64x64:duration=10 -i in.srt -c:v libx264 -c:s mov_text film.mp4
ffmpeg -v error -f lavfi -i color=size=64x64:duration=10 -i in.srt -c:v libx264 -c:s srt film.mkv
times() {
  ffmpeg -v error -i "$1" -f srt - |
    awk -F '[:, ]+' '/-->/ { from = $3 + 0; to = $8 + 0; getline name; printf "%s%s %d-%d", (count++ ? ", " : ""), name, from, to }'
}
seen="in: $(times in.srt); mkv: $(times film.mkv); mp4: $(times film.mp4)"
all="Anna 1-5, Ben 3-6, Anna 7-8, Ben 7-9"
[[ $seen == "in: $all; mkv: $all; mp4: Anna 1-3, Ben 3-6, Anna 7-7, Ben 7-9" ]] || { echo "$seen"; exit 1; }
echo "seen: $seen"
