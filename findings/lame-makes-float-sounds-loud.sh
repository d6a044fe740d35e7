#!/usr/bin/env bash
# Question: is a sound in floating point, as models and their Python scripts write it, as loud in the MP3 as it was?
# Guess: yes; only what is over full scale is clipped.
# Seen: lame 3.100 and twolame 0.4.0 of Debian bring the largest sample of a WAV in floating point to full scale: a sine of -26 dB has 0 dB afterwards, and one of -12 dB too, with status 0 and without a word. The same sounds with 16 bits, and ffmpeg 5.1 with floating point, keep their level. 2026-11-30.
# For users: convert a WAV in floating point with ffmpeg or sox; parts of a dialogue that were encoded one by one with lame have lost how loud they were to each other.
# Needed: ffmpeg, sox, lame and twolame of Debian.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
for program in ffmpeg sox lame twolame; do command -v "$program" >/dev/null || { echo "$program is missing"; exit 77; }; done
level() { ffmpeg -v error -i "$1" -f wav -c:a pcm_f32le - | sox -t wav - -n stats 2>&1 | awk '/^Pk lev dB/ { printf "%.0f", $4 }'; }
seen=""
for amplitude in 0.05 0.25; do
  ffmpeg -v error -y -f lavfi -i "aevalsrc=$amplitude*sin(2*PI*440*t):d=2:s=44100" -c:a pcm_f32le float.wav
  ffmpeg -v error -y -i float.wav -c:a pcm_s16le whole.wav
  ffmpeg -v error -y -i float.wav ffmpeg.mp3
  for kind in whole float; do
    lame --quiet $kind.wav $kind.mp3
    twolame --quiet $kind.wav $kind.mp2
  done
  seen+="${seen:+; }$(level float.wav) dB: lame $(level whole.mp3), with floating point $(level float.mp3); twolame $(level whole.mp2), with floating point $(level float.mp2); ffmpeg $(level ffmpeg.mp3)"
done
[[ $seen =~ ^"-26 dB: lame "-2[567]", with floating point "-?[01]"; twolame "-2[567]", with floating point "-?[01]"; ffmpeg "-2[567]"; -12 dB: lame "-1[123]", with floating point "-?[01]"; twolame "-1[123]", with floating point "-?[01]"; ffmpeg "-1[123]$ ]] || { echo "$seen"; exit 1; }
echo "seen: $seen"
