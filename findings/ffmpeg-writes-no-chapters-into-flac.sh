#!/usr/bin/env bash
# Question: does a dialogue keep its chapters when ffmpeg writes it again as FLAC?
# Guess: yes: it reads chapters of FLAC and of Opus, which are the same comments, and writes those of Opus.
# Seen: ffmpeg 5.1 reads them in both and writes them only into Opus; a FLAC that it copies to FLAC (-c copy) has lost them, with status 0, and so has an Ogg with Vorbis. sox 14.4.2 keeps the comments. 2026-11-29.
# For users: choose Opus, M4A or MP3 for dialogues that ffmpeg works on, or write the comments again with metaflac.
# Needed: ffmpeg, metaflac and sox of Debian.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
for program in ffmpeg ffprobe metaflac sox; do command -v "$program" >/dev/null || { echo "$program is missing"; exit 77; }; done
ffmpeg -v error -f lavfi -i sine=duration=2 a.flac
metaflac --set-tag=CHAPTER000=00:00:00.000 --set-tag=CHAPTER000NAME=One --set-tag=CHAPTER001=00:00:01.000 --set-tag=CHAPTER001NAME=Two a.flac
chapters() { ffprobe -v error -show_chapters -of csv "$1" | wc -l | tr -d ' '; }
ffmpeg -v error -i a.flac -c:a libopus b.opus
ffmpeg -v error -i a.flac -c copy b.flac
ffmpeg -v error -i a.flac -c:a libvorbis b.ogg
ffmpeg -v error -i a.flac b.m4a
sox a.flac c.flac
seen="FLAC: $(chapters a.flac); ffmpeg to Opus: $(chapters b.opus), M4A: $(chapters b.m4a), FLAC: $(chapters b.flac), Ogg: $(chapters b.ogg); sox to FLAC: $(chapters c.flac)"
[[ $seen == "FLAC: 2; ffmpeg to Opus: 2, M4A: 2, FLAC: 0, Ogg: 0; sox to FLAC: 2" ]] || { echo "$seen"; exit 1; }
echo "seen: $seen"
