#!/usr/bin/env bash
# Question: is the duration of an MP3 of variable bit rate right, if LAME encoded it in WebAssembly?
# Guess: yes: LAME writes a frame with the number of frames (Xing) first.
# Seen: wasm-media-encoders 0.7.0 writes no such frame, because it hands frames out as they come; ffprobe (ffmpeg 5.1) reports 20 s as more than 30 s, without a hint in the duration. Constant rates are right. 2026-11-29.
# For users: the built-in service encodes MP3 at a constant rate, and durations of MP3 are added up from all frames.
set -euo pipefail
command -v ffprobe >/dev/null || { echo "needs ffprobe"; exit 77; }
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --no-audit --no-fund --silent wasm-media-encoders@0.7.0
cat >run.mjs <<'JS'
import { writeFileSync } from "node:fs";
import { createMp3Encoder } from "wasm-media-encoders";
const encoder = await createMp3Encoder();
// Ten seconds of silence, then ten of a tone that changes.
const samples = Float32Array.from({ length: 882_000 }, (_, at) => (at < 441_000 ? 0 : 0.4 * Math.sin(at / 10) * Math.sin(at / (300 + (at % 977)))));
for (const [name, rate] of [["variable", { vbrQuality: 2 }], ["constant", { bitrate: 128 }]]) {
  encoder.configure({ sampleRate: 44100, channels: 1, ...rate });
  const frames = Buffer.from(encoder.encode([samples]));
  writeFileSync(`${name}.mp3`, Buffer.concat([frames, Buffer.from(encoder.finalize())]));
}
JS
node run.mjs
seconds() { ffprobe -v error -show_entries format=duration -of csv=p=0 "$1.mp3" | cut -d. -f1; }
seen="variable $(seconds variable), constant $(seconds constant)"
(($(seconds variable) > 30)) && [[ $(seconds constant) == 20 ]] || { echo "$seen"; exit 1; }
echo "seen: whole seconds of 20: $seen"
