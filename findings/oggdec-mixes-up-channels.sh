#!/usr/bin/env bash
# Question: does a sound with six channels come back from Ogg Vorbis with its channels where they were?
# Guess: yes: the order of each format is fixed, and the encoder and the decoder are of one project.
# Seen: oggdec 1.4.2 (vorbis-tools) puts the three last of six channels into the wrong places, and leaves five in Vorbis's own order, in which the centre is second: speech comes from the right. sox 14.4.2 changes the order neither when it reads nor when it writes Vorbis, so that its files are wrong elsewhere. ffmpeg 5.1 and ogg123 1.4.2 read the files of oggenc 1.4.2 rightly; opusenc and opusdec 0.2 are right. 2026-11-30.
# For users: decode Vorbis with more than two channels with ffmpeg or ogg123, or choose Opus or FLAC.
# Needed: ffmpeg, sox, oggenc, oggdec, ogg123, opusenc and opusdec of Debian.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
for program in ffmpeg sox oggenc oggdec ogg123 opusenc opusdec; do command -v "$program" >/dev/null || { echo "$program is missing"; exit 77; }; done
# Each channel has a tone of its own, in hundreds of hertz; the one for low frequencies has 50 Hz, and is shown as 0.
order() {
  for channel in $(seq "$(soxi -c "$1")"); do sox "$1" -n remix "$channel" stat 2>&1 | awk '/^Rough/ { printf "%d", int($3 / 100 + 0.4) }'; done
}
seen=""
for layout in 5.0 5.1; do
  tones=(100 200 300)
  if [[ $layout == 5.1 ]]; then tones+=(50); fi
  tones+=(500 600)
  expressions=$(printf '|0.2*sin(2*PI*%d*t)' "${tones[@]}")
  ffmpeg -v error -y -f lavfi -i "aevalsrc=${expressions:1}:duration=1:sample_rate=48000:channel_layout=$layout" in.wav
  oggenc -Q in.wav -o a.ogg 2>/dev/null
  oggdec -Q a.ogg -o oggdec.wav
  ogg123 -q -d wav -f ogg123.wav a.ogg
  ffmpeg -v error -y -i a.ogg ffmpeg.wav
  sox a.ogg sox.wav
  sox in.wav sox.ogg
  ffmpeg -v error -y -i sox.ogg sox-ffmpeg.wav
  opusenc --quiet in.wav a.opus 2>/dev/null
  opusdec --quiet a.opus opus.wav 2>/dev/null
  seen+="${seen:+; }$(order in.wav): ffmpeg $(order ffmpeg.wav), ogg123 $(order ogg123.wav), oggdec $(order oggdec.wav), sox $(order sox.wav), written by sox $(order sox-ffmpeg.wav), opusdec $(order opus.wav)"
done
five="12356: ffmpeg 12356, ogg123 12356, oggdec 13256, sox 13256, written by sox 13256, opusdec 12356"
six="123056: ffmpeg 123056, ogg123 123056, oggdec 123605, sox 132560, written by sox 132605, opusdec 123056"
[[ $seen == "$five; $six" ]] || { echo "$seen"; exit 1; }
echo "seen: $seen"
