#!/usr/bin/env bash
# Question: do captions that carry their own style survive when ffmpeg converts them to SRT, as players and platforms ask for?
# Guess: the style is dropped and the cues stay.
# Seen: ffmpeg (the build in @ffmpeg-installer/linux-x64 4.1.0, and Debian's 5.1.9) writes an empty file and ends with status 0 if the WebVTT has a STYLE or a REGION block; a NOTE, an identifier, positions and voices are harmless. 2026-11-28.
# For users: the docs advise captions without these blocks; this product writes no captions.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --no-audit --no-fund --silent @ffmpeg-installer/linux-x64@4.1.0
ffmpeg=node_modules/@ffmpeg-installer/linux-x64/ffmpeg
cues() {
  printf '%b' "WEBVTT\n\n$1\n\n00:00.000 --> 00:02.000 line:0\n<v Anna>Hello</v>\n" >in.vtt
  "$ffmpeg" -loglevel quiet -y -i in.vtt out.srt
  grep -c -- '-->' out.srt || true
}
seen="note $(cues 'NOTE made by a model'), style $(cues 'STYLE\n::cue { color: red }'), region $(cues 'REGION\nid:top\nwidth:40%')"
[[ $seen == "note 1, style 0, region 0" ]] || { echo "cues: $seen"; exit 1; }
echo "seen: status 0 each time, cues that are left: $seen"
