#!/usr/bin/env bash
# Question: which gain do effects of less than 0.4 s get, for which EBU R 128 has no loudness, when a folder of generated sounds is marked for equal loudness?
# Guess: none: loudgain prints 0.00 dB for them.
# Seen: loudgain 0.6.8 prints "-inf LUFS" and 0.00 dB, and writes "inf dB" into MP3 and FLAC, and R128_TRACK_GAIN=-2147483648 into Opus, where RFC 7845, 5.2.1 has 16 bits; status 0. mpg123 1.31.2 with --rva-mix then plays the sound at full scale, 18 dB louder; metaflac 1.4.2 writes a usual gain for the same sound. 2026-11-30.
# For users: leave effects of less than 0.4 s out of loudgain; metaflac and vorbisgain measure them.
# Needed: ffmpeg, sox, loudgain, lame, mpg123, flac, metaflac and opusenc of Debian.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
for program in ffmpeg sox loudgain lame mpg123 flac metaflac opusenc; do command -v "$program" >/dev/null || { echo "$program is missing"; exit 77; }; done
level() { sox "$1" -n stats 2>&1 | awk '/^Pk lev dB/ { printf "%.0f", $4 }'; }
ffmpeg -v error -f lavfi -i "aevalsrc=0.12*sin(2*PI*440*t):d=0.3:s=48000" -c:a pcm_s16le a.wav
flac -s a.wav
flac -s a.wav -o metaflac.flac
lame --quiet a.wav a.mp3
opusenc --quiet a.wav a.opus 2>/dev/null
metaflac --add-replay-gain metaflac.flac
for file in a.flac a.mp3 a.opus; do loudgain -q -s i -O "$file" >"$file.txt" 2>/dev/null; done
printed=$(grep -o -- '-inf LUFS.[-0-9.]* dB' a.flac.txt | tr '\t' ' ')
gain() { metaflac --show-tag=REPLAYGAIN_TRACK_GAIN "$1" | cut -d= -f2; }
mp3=$(grep -aoi 'replaygain_track_gain.inf dB' a.mp3 | tr '\0' ' ' | cut -d' ' -f2-)
opus=$(grep -ao 'R128_TRACK_GAIN=-[0-9]*' a.opus | cut -d= -f2)
mpg123 -q --rva-mix -w played.wav a.mp3 2>/dev/null
seen="printed: $printed; FLAC: $(gain a.flac), MP3: $mp3, Opus: $opus; $(level a.wav) dB is played at $(level played.wav); metaflac: $(gain metaflac.flac)"
[[ $seen =~ ^"printed: -inf LUFS 0.00 dB; FLAC: inf dB, MP3: inf dB, Opus: -2147483648; -18 dB is played at "-?0"; metaflac: "[-+]?[0-9.]+" dB"$ ]] || { echo "$seen"; exit 1; }
echo "seen: $seen"
