#!/usr/bin/env bash
# Question: which WAV files does the speech recognizer sherpa-onnx read?
# Guess: those of 16, 24 and 32 bits, or it throws an error.
# Seen: readWave of sherpa-onnx 1.13.8 returns no samples, and throws nothing, for 24 bits and for floating point as ffmpeg 5.1 writes them (format chunk of 40 bytes), and for 16 bits written to a pipe. Of two channels it hears the first. 2026-11-29.
# For users: choose WAV of 16 bits for recognizers; sizes of a WAV from a pipe are repaired when it is saved.
set -euo pipefail
command -v ffmpeg >/dev/null || { echo "needs ffmpeg"; exit 77; }
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --no-audit --no-fund --silent sherpa-onnx@1.13.8
ffmpeg -v error -f lavfi -i "sine=440:duration=1" -ar 16000 -c:a pcm_s16le 16.wav
ffmpeg -v error -i 16.wav -c:a pcm_s24le 24.wav
ffmpeg -v error -i 16.wav -c:a pcm_f32le float.wav
ffmpeg -v error -i 16.wav -f wav - >pipe.wav
cat >run.cjs <<'JS'
const { readWave } = require("sherpa-onnx");
console.log(["16", "24", "float", "pipe"].map((name) => `${name} ${readWave(`${name}.wav`).samples.length}`).join(", "));
JS
seen=$(node run.cjs 2>/dev/null | tail -1)
[[ $seen == "16 16000, 24 0, float 0, pipe 0" ]] || { echo "$seen"; exit 1; }
echo "seen: samples of one second: $seen"
