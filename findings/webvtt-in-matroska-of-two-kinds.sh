#!/usr/bin/env bash
# Question: are captions in WebVTT still there after one program has put them into Matroska and another works on the film?
# Guess: yes: WebVTT is a codec of Matroska, and both programs write and read it.
# Seen: ffmpeg 5.1 writes it as D_WEBVTT/SUBTITLES, mkvmerge 74 as S_TEXT/WEBVTT. ffmpeg drops the captions of mkvmerge when it converts the film, without a
#   word and with status 0, and refuses the film with -c copy; mkvextract refuses the captions of ffmpeg, in WebM too. Each reads its own, and SRT in
#   Matroska passes both ways. 2026-11-30.
# For users: put captions as SRT into Matroska, or beside the film as a file; this product writes no captions.
# Needed: ffmpeg, mkvmerge and mkvextract of Debian (mkvtoolnix).
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
for program in ffmpeg ffprobe mkvmerge mkvextract; do command -v "$program" >/dev/null || { echo "$program is missing"; exit 77; }; done
printf 'WEBVTT\n\n00:00:01.000 --> 00:00:02.000\nA fox\n' >in.vtt
printf '1\n00:00:01,000 --> 00:00:02,000\nA fox\n' >in.srt
ffmpeg -v error -f lavfi -i color=size=64x64:duration=3:rate=5 -c:v libx264 film.mp4
ids=""
results=""
for format in vtt srt; do
  mkvmerge -q -o "mkvmerge-$format.mkv" film.mp4 "in.$format"
  ffmpeg -v error -i film.mp4 -i "in.$format" -map 0 -map 1 -c copy "ffmpeg-$format.mkv"
  for writer in mkvmerge ffmpeg; do
    name=$writer-$format
    ids+="${ids:+, }$name $(mkvmerge -F json -J $name.mkv | grep -oE '"codec_id": "[DS]_[^"]*"' | cut -d'"' -f4)"
    ffmpeg -v error -i $name.mkv "converted-$name.mkv" 2>ffmpeg.log && status=$? || status=$?
    [[ ! -s ffmpeg.log ]] || { cat ffmpeg.log; exit 1; }
    kinds=$(ffprobe -v error -show_entries stream=codec_type -of csv=p=0 "converted-$name.mkv" | sort | paste -sd' ' -)
    ffmpeg -v error -i $name.mkv -map 0 -c copy "copied-$name.mkv" 2>ffmpeg.log && copied=$? || copied=$?
    mkvextract $name.mkv tracks "1:out-$name.$format" >mkvextract.log && extracted=$? || extracted=$?
    results+="; $name: ffmpeg $kinds ($status), with -c copy $copied, mkvextract $extracted$(grep -qs 'A fox' "out-$name.$format" && echo ' with the text' || true)"
  done
done
seen="$ids$results"
whole="ffmpeg subtitle video (0), with -c copy 0, mkvextract 0 with the text"
expected="mkvmerge-vtt S_TEXT/WEBVTT, ffmpeg-vtt D_WEBVTT/SUBTITLES, mkvmerge-srt S_TEXT/UTF8, ffmpeg-srt S_TEXT/UTF8; "
expected+="mkvmerge-vtt: ffmpeg video (0), with -c copy 1, mkvextract 0 with the text; ffmpeg-vtt: ffmpeg subtitle video (0), with -c copy 0, mkvextract 2; "
expected+="mkvmerge-srt: $whole; ffmpeg-srt: $whole"
[[ $seen == "$expected" ]] || { echo "$seen"; exit 1; }
echo "seen: $seen"
