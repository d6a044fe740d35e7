#!/usr/bin/env bash
# Question: is a film of generated pictures, whose Y4M says that its levels use the full range, as bright after vpxenc, aomenc and x264 have encoded it?
# Guess: yes: the header of the Y4M states the range, and each encoder writes it into its film.
# Seen: vpxenc 1.12 keeps the levels and writes "limited range" into VP9, so that a grey of 64 is shown as 55 and the darkest and lightest levels are cut off;
#   it has no option for the range. VP8 has no field for it, and looks the same. aomenc 3.6 and x264 0.164 write the full range, and show 64; so does
#   ffmpeg 5.1 with the library of vpxenc. No warning. 2026-11-30.
# For users: encode VP9 with ffmpeg, or convert the pictures to the limited range before vpxenc (`-vf scale=out_range=limited`).
# Needed: ffmpeg, vpxenc, aomenc and x264 of Debian (vpx-tools, aom-tools).
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
for program in ffmpeg ffprobe vpxenc aomenc x264; do command -v "$program" >/dev/null || { echo "$program is missing"; exit 77; }; done
picture=(-f lavfi -i "color=0x404040:size=64x32:rate=5:duration=1,format=rgb24")
ffmpeg -v error "${picture[@]}" -vf scale=out_range=full,format=yuvj420p -strict -1 -f yuv4mpegpipe full.y4m
ffmpeg -v error "${picture[@]}" -vf scale=out_range=limited,format=yuv420p -f yuv4mpegpipe limited.y4m
head -n 1 full.y4m | grep -q XCOLORRANGE=FULL
vpxenc --quiet --codec=vp9 -o vp9.webm full.y4m 2>vpxenc.log
vpxenc --quiet --codec=vp8 -o vp8.webm full.y4m 2>vpxenc.log
vpxenc --quiet --codec=vp9 -o limited.webm limited.y4m 2>vpxenc.log
aomenc --quiet --cpu-used=8 --webm -o av1.webm full.y4m 2>aomenc.log
x264 --quiet -o x264.mkv full.y4m 2>x264.log
ffmpeg -v error -i full.y4m -c:v libvpx-vp9 ffmpeg.webm
seen=""
for film in vp9.webm vp8.webm limited.webm av1.webm x264.mkv ffmpeg.webm; do
  grey=$(ffmpeg -v error -i $film -frames:v 1 -f rawvideo -pix_fmt rgb24 - | head -c 3001 | tail -c 1 | od -An -tu1 | tr -d ' ')
  seen+="${seen:+, }$film $grey $(ffprobe -v error -show_entries stream=color_range -of csv=p=0 $film)"
done
[[ $seen == "vp9.webm 55 tv, vp8.webm 55 unknown, limited.webm 64 tv, av1.webm 64 pc, x264.mkv 64 pc, ffmpeg.webm 64 pc" ]] || { echo "$seen"; exit 1; }
echo "seen: a grey of 64, and the range that the film states: $seen"
