#!/usr/bin/env bash
# Question: can ffmpeg read the sounds that it writes to a pipe itself, as programs that call it do?
# Guess: yes, as with WAV.
# Seen: ffmpeg (@ffmpeg-installer/linux-x64 4.1.0, and Debian's 5.1.9) writes AIFF with a size of 0 that it then refuses, and in 5.1 an RF64 of which it decodes nothing with status 0; WAV and FLAC are read. 2026-11-29.
# For users: sizes of AIFF and RF64 are repaired when a file is saved.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --no-audit --no-fund --silent @ffmpeg-installer/linux-x64@4.1.0
ffmpeg=node_modules/@ffmpeg-installer/linux-x64/ffmpeg
bytes() {
  "$ffmpeg" -loglevel quiet -f lavfi -i sine=d=1 -f "$1" - </dev/null | cat >"sound.$1"
  "$ffmpeg" -loglevel quiet -y -i "sound.$1" -f s16le out.raw </dev/null || { echo refused; return; }
  wc -c <out.raw | tr -d ' '
}
seen="wav $(bytes wav), flac $(bytes flac), aiff $(bytes aiff)"
[[ $seen == "wav 88200, flac 88200, aiff refused" ]] || { echo "$seen"; exit 1; }
echo "seen: bytes of one second: $seen"
