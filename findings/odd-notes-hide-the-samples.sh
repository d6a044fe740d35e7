#!/usr/bin/env bash
# Question: do packages read a WAV that has a chunk of an odd length, such as a note of the model, in front of its samples?
# Guess: yes: RIFF has a byte of padding after it, which each of them skips.
# Seen: wav-decoder 1.3.0 and @echogarden/wave-codec 0.4.0 do not skip it, and throw that the file is broken or has no samples. wavefile 11.0.0 does, and takes the byte of
#   padding after 101 samples of eight bits for one more, 0, which is a click. wav-file-decoder 1.0.3 is right with both. 2026-12-01.
# For users: write notes of an even length, or behind the samples.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --no-audit --no-fund --ignore-scripts --silent wav-decoder@1.3.0 @echogarden/wave-codec@0.4.0 wavefile@11.0.0 wav-file-decoder@1.0.3
cat >run.mjs <<'JS'
import { decodeWaveToFloat32Channels } from "@echogarden/wave-codec";
import wavDecoder from "wav-decoder";
import { decodeWavFile } from "wav-file-decoder";
import wavefile from "wavefile";
const number = (value, size = 4) => Buffer.from(Array.from({ length: size }, (_, at) => Math.floor(value / 256 ** at) % 256));
const chunk = (id, data) => Buffer.concat([Buffer.from(id), number(data.length), data, Buffer.alloc(data.length % 2)]);
const format = (bits) => chunk("fmt ", Buffer.concat([number(1, 2), number(1, 2), number(8000), number(1000 * bits), number(bits / 8, 2), number(bits, 2)]));
const riff = (...chunks) => chunk("RIFF", Buffer.concat([Buffer.from("WAVE"), ...chunks]));
const files = { "odd note": riff(format(16), chunk("note", Buffer.from("fox")), chunk("data", Buffer.alloc(200, 64))), "8 bits": riff(format(8), chunk("data", Buffer.alloc(101, 192))) };
const readers = {
  "wav-decoder": async (bytes) => (await wavDecoder.decode(bytes)).channelData[0].length,
  "@echogarden/wave-codec": (bytes) => decodeWaveToFloat32Channels(bytes).audioChannels[0].length,
  wavefile: (bytes) => new wavefile.WaveFile(bytes).getSamples().length,
  "wav-file-decoder": (bytes) => decodeWavFile(Uint8Array.from(bytes).buffer).channelData[0].length,
};
for (const [name, read] of Object.entries(readers)) {
  const results = [];
  for (const [file, bytes] of Object.entries(files)) {
    try {
      results.push(`${file} ${await read(bytes)}`);
    } catch {
      results.push(`${file} an error`);
    }
  }
  console.log(`${name}: ${results.join(", ")}`);
}
JS
seen=$(node run.mjs)
expected='wav-decoder: odd note an error, 8 bits 101
@echogarden/wave-codec: odd note an error, 8 bits 101
wavefile: odd note 100, 8 bits 102
wav-file-decoder: odd note 100, 8 bits 101'
[[ $seen == "$expected" ]] || { echo "$seen"; exit 1; }
echo "seen: ${seen//$'\n'/; }"
