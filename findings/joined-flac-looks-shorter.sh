#!/usr/bin/env bash
# Question: is a FLAC whole that ffmpeg joined from two lines of speech without encoding them again (-f concat, -c copy)?
# Guess: yes: the header counts the samples of both, and its checksum is left out.
# Seen: ffmpeg 5.1 leaves the count and the checksum of the first line in the header: ffprobe, soxi and sndfile-info say 1 s of 3. sox 14.4.2 and
#   libsndfile 1.2.0 read the first line alone and report nothing; flac 1.4.2 refuses to decode it and leaves no file. ffmpeg and ogg123 play all. Into
#   Matroska, or encoded again, it is whole. 2026-11-30.
# For users: leave `-c copy` out when lines in FLAC are joined: the sound stays the same to a sample, and the header becomes right.
# Needed: ffmpeg, sox, flac, ogg123 and sndfile-convert of Debian.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
for program in ffmpeg ffprobe sox soxi flac ogg123 sndfile-convert sndfile-info; do command -v "$program" >/dev/null || { echo "$program is missing"; exit 77; }; done
ffmpeg -v error -f lavfi -i sine=duration=1 first.flac
ffmpeg -v error -f lavfi -i sine=duration=2 second.flac
printf 'file %s\n' first.flac second.flac >list.txt
ffmpeg -v error -f concat -i list.txt -c copy joined.flac
ffmpeg -v error -f concat -i list.txt -c copy joined.mka
ffmpeg -v error -f concat -i list.txt encoded.flac
length() { printf '%.0f' "$(ffprobe -v error -show_entries format=duration -of csv=p=0 "$1")"; }
sox joined.flac sox.wav 2>sox.log
sndfile-convert joined.flac sndfile.wav >sndfile.log
ffmpeg -v error -i joined.flac ffmpeg.wav
ogg123 -q -d wav -f ogg123.wav joined.flac
flac -s -d joined.flac -o flac.wav 2>flac.log && status=$? || status=$?
[[ ! -s sox.log ]] || { cat sox.log; exit 1; }
flac -s -t encoded.flac
said="ffprobe $(length joined.flac), soxi $(soxi -D joined.flac | cut -d. -f1), sndfile-info $(sndfile-info joined.flac | grep -oE 'Duration *: [0-9:]+' | tail -c 2)"
read_="sox $(length sox.wav), libsndfile $(length sndfile.wav), ffmpeg $(length ffmpeg.wav), ogg123 $(length ogg123.wav), flac status $status $(test -e flac.wav && echo file || echo none)"
seen="said: $said; read: $read_; in Matroska $(length joined.mka), encoded again $(length encoded.flac)"
expected="said: ffprobe 1, soxi 1, sndfile-info 1; read: sox 1, libsndfile 1, ffmpeg 3, ogg123 3, flac status 1 none; in Matroska 3, encoded again 3"
[[ $seen == "$expected" ]] || { echo "$seen"; exit 1; }
echo "seen: seconds of 3: $seen"
