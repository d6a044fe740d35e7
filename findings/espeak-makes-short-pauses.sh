#!/usr/bin/env bash
# Question: does eSpeak NG keep the pauses, the loudness and the pronunciation that a text has in SSML, which models are asked to write for voices?
# Guess: pauses and loudness as they are stated; perhaps not every alphabet of phonemes.
# Seen: espeak-ng 1.51 reads a time up to its point, and only a whole number of s or ms: a pause of 1s is 1 s, one of 1.5s, 1.0s, 0.8s or .5s has none, and 250.5ms is
#   250 ms. -6dB is taken for less by 6 percent: it is 0.8 dB quieter, as +6dB is 0.4 dB louder. phoneme with alphabet="ipa" is ignored, and its text is
#   read; CDATA is not read at all. Nothing warns, status 0. rate, pitch, sub, silent and comments are right. 2026-11-30.
# For users: write pauses in whole milliseconds (1500ms) and loudness in percent or words for eSpeak NG.
# Needed: espeak-ng 1.51 and sox 14.4.2 of Debian 12, which pin the versions.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
for program in espeak-ng sox soxi; do command -v "$program" >/dev/null || { echo "$program is missing"; exit 77; }; done
version=$(dpkg-query -W -f '${Version}' espeak-ng 2>/dev/null || true)
[[ $version == 1.51+dfsg-* ]] || { echo "espeak-ng is $version, not 1.51"; exit 77; }
speak() {
  espeak-ng -v en -m -w "$1.wav" "<speak>$2</speak>"
}
# Milliseconds that a pause adds to the words without one, in tenths of a second.
speak none 'one <break strength="none"/> two'
pause() {
  speak pause "one <break time=\"$1\"/> two"
  awk -v with="$(soxi -D pause.wav)" -v without="$(soxi -D none.wav)" 'BEGIN { printf "%.1f", with - without }'
}
pauses=$(for time in 1s 2s 1500ms 1.5s 1.0s 0.8s .5s 250ms 250.5ms; do printf '%s %s;' "$time" "$(pause "$time")"; done)
level() {
  sox "$1.wav" -n stats 2>&1 | awk '/RMS lev dB/ { print $4 }'
}
# A level that changes nothing is written too, because the element itself makes the words a little longer.
speak medium '<prosody volume="+0%">one two</prosody>'
louder() {
  speak loud "<prosody volume=\"$1\">one two</prosody>"
  awk -v with="$(level loud)" -v without="$(level medium)" 'BEGIN { printf "%.0f", with - without }'
}
levels=$(for volume in -6dB +6dB 50%; do printf '%s %s;' "$volume" "$(louder "$volume")"; done)
speak phoneme '<phoneme alphabet="ipa" ph="tuː">one hundred</phoneme>'
speak text 'one hundred'
speak data '<![CDATA[one hundred]]>'
words="phoneme $(awk -v a="$(soxi -D phoneme.wav)" -v b="$(soxi -D text.wav)" 'BEGIN { print (a > 0.9 * b ? "ignored" : "read") }'), CDATA $(awk -v a="$(soxi -D data.wav)" 'BEGIN { print (a < 0.1 ? "silent" : "read") }')"
seen="$pauses $levels $words"
[[ $seen == "1s 1.1;2s 2.1;1500ms 1.6;1.5s 0.1;1.0s 0.1;0.8s 0.1;.5s 0.1;250ms 0.3;250.5ms 0.3; -6dB -1;+6dB 0;50% -6; phoneme ignored, CDATA silent" ]] || { echo "$seen"; exit 1; }
echo "seen: $seen"
