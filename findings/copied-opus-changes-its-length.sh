#!/usr/bin/env bash
# Question: is a sound in Opus as long as it was, to a sample, after it was copied (-c copy) into another container and back? Lines of speech are put together so.
# Guess: yes: each container has a field for what is left out at the beginning and at the end, and the codec is not touched.
# Seen: of a second (48,000 samples), ffmpeg 5.1 decodes 48,648 from its own MP4 and NUT, and 48,960 from MPEG-TS and CAF. WebM and Matroska have 48,000, but
#   48,648 when they are copied back to Ogg, also for opusdec 0.2; MP4, which was longer, has 48,000 back in Ogg, and NUT 47,688. CAF is not copied back.
#   mkvmerge 74 makes a WebM of 48,000. Status 0, and no warning. 2026-11-30.
# For users: join lines of speech as decoded samples, or in Ogg alone; a copy through another container adds some 13 ms to each line.
# Needed: ffmpeg, opusdec, soxi and mkvmerge of Debian.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
for program in ffmpeg opusdec soxi mkvmerge; do command -v "$program" >/dev/null || { echo "$program is missing"; exit 77; }; done
samples() { echo $(($(ffmpeg -v quiet -i "$1" -f s16le -ac 1 - | wc -c) / 2)); }
ffmpeg -v error -f lavfi -i sine=440:duration=1:sample_rate=48000 -c:a libopus sound.ogg
seen="Ogg $(samples sound.ogg)"
for container in webm mkv mp4 nut ts caf; do
  ffmpeg -v error -i sound.ogg -c copy "there.$container"
  seen+=", $container $(samples "there.$container") and back"
  if ffmpeg -v quiet -y -i "there.$container" -c copy back.ogg; then
    opusdec --quiet --rate 48000 back.ogg back.wav 2>/dev/null
    seen+=" $(samples back.ogg) ($(soxi -s back.wav) with opusdec)"
  else
    seen+=" refused"
  fi
done
mkvmerge -q -o merged.webm sound.ogg
seen+=", mkvmerge $(samples merged.webm)"
expected="Ogg 48000, webm 48000 and back 48648 (48648 with opusdec), mkv 48000 and back 48648 (48648 with opusdec), mp4 48648 and back 48000 (48000 with opusdec), "
expected+="nut 48648 and back 47688 (47688 with opusdec), ts 48960 and back 48960 (48960 with opusdec), caf 48960 and back refused, mkvmerge 48000"
[[ $seen == "$expected" ]] || { echo "$seen"; exit 1; }
echo "seen: samples: $seen"
