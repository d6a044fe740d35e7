#!/usr/bin/env bash
# Question: is a FLAC of 32 bits heard, which flac makes of a WAV of 32 bits since 1.4, and which RFC 9639 has?
# Guess: an error where a decoder is older than that.
# Seen: no error anywhere. ffmpeg 5.1 writes an MP3 or WAV without a sample, with status 0 and, at the level `error`, without a word, although its ffprobe knows the duration. @wasm-audio-decoders/flac 0.2.11 returns no sample and no error. flac 1.4.2, sox 14.4.2 and audio-decode 3.12.0 read it. 2026-11-30.
# For users: choose 16 or 24 bits for FLAC; `flac -d` brings the samples back. This product compares what was decoded with the header's count, and does not take such a file for silence.
# Needed: ffmpeg, ffprobe, flac and sox of Debian.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
for program in ffmpeg ffprobe flac sox; do command -v "$program" >/dev/null || { echo "$program is missing"; exit 77; }; done
npm init -y >/dev/null
npm install --no-audit --no-fund --silent @wasm-audio-decoders/flac@0.2.11 audio-decode@3.12.0
cat >run.mjs <<'JS'
import { readFileSync } from "node:fs";
import { FLACDecoder } from "@wasm-audio-decoders/flac";
import decode from "audio-decode";
const file = readFileSync("in.flac");
const decoder = new FLACDecoder();
await decoder.ready;
const { samplesDecoded, errors } = await decoder.decodeFile(file);
decoder.free();
const { channelData } = await decode(file);
console.log(`@wasm-audio-decoders/flac ${samplesDecoded} with ${errors.length} errors, audio-decode ${channelData[0].length}`);
JS
seconds() { ffprobe -v error -show_entries stream=duration -of csv=p=0 "$1"; }
seen=""
for bits in 16 24 32; do
  sox -n -r 24000 -c 1 -b $bits in.wav synth 1 sine 440
  flac -sf in.wav -o in.flac 2>/dev/null
  status=0
  ffmpeg -v error -y -i in.flac out.wav >words 2>&1 || status=$?
  flac -sfd in.flac -o back.wav
  seen+="${seen:+; }$bits bits: ffprobe $(seconds in.flac), flac $(soxi -s back.wav), sox $(sox in.flac -n stat 2>&1 | awk '/^Samples read/ { print $3 }'), ffmpeg $(soxi -s out.wav), status $status, words $(wc -w <words), $(node run.mjs)"
done
read_by_all() { echo "$1 bits: ffprobe 1.000000, flac 24000, sox 24000, ffmpeg 24000, status 0, words 0, @wasm-audio-decoders/flac 24000 with 0 errors, audio-decode 24000"; }
not_by_all="32 bits: ffprobe 1.000000, flac 24000, sox 24000, ffmpeg 0, status 0, words 0, @wasm-audio-decoders/flac 0 with 0 errors, audio-decode 24000"
[[ $seen == "$(read_by_all 16); $(read_by_all 24); $not_by_all" ]] || { echo "$seen"; exit 1; }
echo "seen: $not_by_all; all read 16 and 24 bits"
