#!/usr/bin/env bash
# Question: is generated speech (24,000 Hz) heard in a small MP3 of 32 kbit/s that LAME in JavaScript makes?
# Guess: yes; at most at another sample rate, as LAME itself chooses for low bit rates.
# Seen: it chooses one, and then writes silence. @breezystack/lamejs 1.2.7, lamejs-fixed 1.2.2 and lamejs 1.2.1 make a file of the right length at 22,050 Hz, in which a tone is 30 dB or more below what it was; the same for 44,100 Hz in stereo with 64 kbit/s, which becomes 24,000 Hz. Where the rates divide evenly (44,100 to 22,050) or nothing is resampled, all is right. LAME as WebAssembly (wasm-media-encoders 0.7.0) is right in all cases. 2026-11-30.
# For users: with lamejs, choose a bit rate at which the sample rate stays as it was, or another encoder; this product uses wasm-media-encoders.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --no-audit --no-fund --silent @breezystack/lamejs@1.2.7 lamejs-fixed@1.2.2 lamejs@1.2.1 wasm-media-encoders@0.7.0 mpg123-decoder@1.0.3
cat >run.mjs <<'JS'
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { Mp3Encoder } from "@breezystack/lamejs";
import { MPEGDecoder } from "mpg123-decoder";
import { createMp3Encoder } from "wasm-media-encoders";
const require = createRequire(import.meta.url);
// The modules of this package do not find each other; its bundle for browsers does.
const bundle = new Function(`${readFileSync("node_modules/lamejs/lame.all.js", "utf8")};return lamejs;`)();
const inJavaScript = (Encoder) => async (channels, rate, bitrate, tone) => {
  const samples = Int16Array.from(tone, (value) => Math.round(value * 32_767));
  const encoder = new Encoder(channels, rate, bitrate);
  const parts = [];
  for (let at = 0; at < samples.length; at += 1152) {
    const part = samples.subarray(at, at + 1152);
    parts.push(Buffer.from(encoder.encodeBuffer(part, part)));
  }
  return Buffer.concat([...parts, Buffer.from(encoder.flush())]);
};
const inWebAssembly = async (channels, sampleRate, bitrate, tone) => {
  const encoder = await createMp3Encoder();
  encoder.configure({ sampleRate, channels, bitrate });
  const body = Buffer.from(encoder.encode(Array.from({ length: channels }, () => tone)));
  return Buffer.concat([body, Buffer.from(encoder.finalize())]);
};
const levelOf = (samples) => 10 * Math.log10(samples.reduce((sum, value) => sum + value * value, 0) / samples.length);
const encoders = {
  "@breezystack/lamejs": inJavaScript(Mp3Encoder),
  "lamejs-fixed": inJavaScript(require("lamejs-fixed").Mp3Encoder),
  lamejs: inJavaScript(bundle.Mp3Encoder),
  "wasm-media-encoders": inWebAssembly,
};
const cases = [
  [1, 24_000, 32],
  [2, 44_100, 64],
  [1, 24_000, 64],
  [1, 44_100, 32],
];
for (const [name, encode] of Object.entries(encoders)) {
  const results = [];
  for (const [channels, rate, bitrate] of cases) {
    const tone = Float32Array.from({ length: rate * 2 }, (_, at) => 0.25 * Math.sin((2 * Math.PI * 440 * at) / rate));
    const decoder = new MPEGDecoder();
    await decoder.ready;
    const { channelData, sampleRate, samplesDecoded } = decoder.decode(await encode(channels, rate, bitrate, tone));
    decoder.free();
    const change = levelOf(channelData[0]) - levelOf(tone);
    const seconds = samplesDecoded / sampleRate;
    results.push(`${sampleRate} ${seconds > 1.9 && seconds < 2.2 ? "" : "wrong length "}${change < -30 ? "silent" : change > -1 ? "right" : change.toFixed(0)}`);
  }
  console.log(`${name}: ${results.join(", ")}`);
}
JS
seen=$(node run.mjs | tr '\n' ';')
silent="22050 silent, 24000 silent, 24000 right, 22050 right"
[[ $seen == "@breezystack/lamejs: $silent;lamejs-fixed: $silent;lamejs: $silent;wasm-media-encoders: 22050 right, 24000 right, 24000 right, 22050 right;" ]] || { echo "$seen"; exit 1; }
echo "seen: 24,000 Hz at 32, 44,100 Hz in stereo at 64, 24,000 Hz at 64, 44,100 Hz at 32 kbit/s: $seen"
