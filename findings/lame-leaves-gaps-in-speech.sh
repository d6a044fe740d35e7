#!/usr/bin/env bash
# Question: do lines of speech that lame made MP3 of join without gaps, as its header with the length of the padding promises?
# Guess: yes: that header (Info, LAME) is of lame itself, and in every file that it writes.
# Seen: lame 3.100 leaves it out where it does not fit into a frame of the chosen bit rate, and says nothing: with its defaults (24 or 32 kbit/s) at 16,000, 22,050 and 24,000 Hz in mono, which are the rates of speech, and up to 56 kbit/s at 24,000 Hz. Decoders then leave the padding in: a second of speech has 56 to 80 ms more. With 64 kbit/s, with -V 4, and at 44,100 Hz it is there. ffmpeg 5.1 writes it into a larger frame with the same library, at 32 kbit/s too. 2026-11-30.
# For users: encode lines of speech with 64 kbit/s or `-V 4`, or with ffmpeg, before they are joined; this product joins what was decoded, with a pause of half a second between the lines.
# Needed: ffmpeg and lame of Debian.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
for program in ffmpeg lame; do command -v "$program" >/dev/null || { echo "$program is missing"; exit 77; }; done
# Milliseconds that the decoded file is longer than the sound.
extra() { echo $(($(ffmpeg -v error -i "$1" -f s16le - | wc -c) / 2 * 1000 / $2 - 1000)); }
header() { if head -c 700 "$1" | grep -aqE 'Info|Xing'; then echo header; else echo none; fi; }
seen=""
for rate in 16000 22050 24000 44100; do
  ffmpeg -v error -y -f lavfi -i sine=duration=1:sample_rate=$rate -c:a pcm_s16le in.wav
  lame --quiet in.wav default.mp3
  lame --quiet -b 64 in.wav 64.mp3
  lame --quiet -V 4 in.wav variable.mp3
  ffmpeg -v error -y -i in.wav -b:a 32k -ar $rate ffmpeg.mp3
  seen+="${seen:+; }$rate:"
  for kind in default 64 variable ffmpeg; do seen+=" $kind $(header $kind.mp3) $(extra $kind.mp3 $rate)"; done
done
ffmpeg -v error -y -i in.wav -ar 24000 in24.wav
lame --quiet -b 56 in24.wav 56.mp3
seen+="; 24000 with 56: $(header 56.mp3)"
rest="64 header 0 variable header 0 ffmpeg header 0"
speech="16000: default none 80 $rest; 22050: default none 71 $rest; 24000: default none 56 $rest"
[[ $seen == "$speech; 44100: default header 0 $rest; 24000 with 56: none" ]] || { echo "$seen"; exit 1; }
echo "seen: $seen"
