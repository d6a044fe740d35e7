#!/usr/bin/env bash
# Question: what does wasm-media-encoders do with a sound of 96,000 samples per second, which MP3 cannot store? The product must know the length of what it wrote.
# Guess: configure() throws, or the file is written at a rate of MPEG-1 and plays at half its speed.
# Seen: wasm-media-encoders 0.7.0 resamples to 48,000 without a word; duration and pitch stay right, the rate in the file is another. 2026-11-28.
# For users: the rate shown for such a file is that of the file, not the one that was asked for.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --no-audit --no-fund --silent wasm-media-encoders@0.7.0
cat >encode.cjs <<'JS'
const { createMp3Encoder } = require("wasm-media-encoders");
const rates = [[44100, 48000, 32000], [22050, 24000, 16000]];
(async () => {
  const encoder = await createMp3Encoder();
  const sampleRate = 96000;
  encoder.configure({ sampleRate, channels: 1, bitrate: 64 });
  const tone = Float32Array.from({ length: sampleRate }, (_, i) => Math.sin((2 * Math.PI * 440 * i) / sampleRate) / 2);
  const bytes = Buffer.concat([Buffer.from(encoder.encode([tone])), Buffer.from(encoder.finalize())]);
  let at = bytes.indexOf(0xff);
  while ((bytes[at + 1] & 0xe0) !== 0xe0) at = bytes.indexOf(0xff, at + 1);
  const isFirstVersion = ((bytes[at + 1] >> 3) & 3) === 3;
  console.log(rates[isFirstVersion ? 0 : 1][(bytes[at + 2] >> 2) & 3]);
})();
JS
rate=$(node encode.cjs)
[[ $rate == 48000 ]] || { echo "the file has $rate samples per second"; exit 1; }
echo "seen: asked for 96000 samples per second, the file says $rate, and no error"
