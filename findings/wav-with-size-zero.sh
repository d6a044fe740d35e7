#!/usr/bin/env bash
# Question: which readers hear a WAV that was written to a pipe with the sizes 36 and 0, as Python's wave module and several speech servers leave it?
# Guess: either all of them read to the end of the file, or none.
# Seen: audio-decode 3.12.0 decodes all 16,000 samples; wavefile 11.0.0 and wav-decoder 1.3.0 find none and raise no error, mediabunny 1.61.0 says 0 s, music-metadata 11.16.1 knows no duration. 2026-11-28.
# For users: the sizes in a WAV are repaired when it is saved, so that every reader hears it.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --no-audit --no-fund --silent wavefile@11.0.0 wav-decoder@1.3.0 audio-decode@3.12.0 mediabunny@1.61.0 music-metadata@11.16.1
cat >run.mjs <<'JS'
import wavefile from "wavefile";
import wavDecoder from "wav-decoder";
import decode from "audio-decode";
import { ALL_FORMATS, BufferSource, Input } from "mediabunny";
import { parseBuffer } from "music-metadata";
const bytes = Buffer.alloc(44 + 32_000);
bytes.write("RIFF", 0);
bytes.writeUInt32LE(36, 4);
bytes.write("WAVEfmt ", 8);
bytes.writeUInt32LE(16, 16);
bytes.writeUInt16LE(1, 20);
bytes.writeUInt16LE(1, 22);
bytes.writeUInt32LE(16_000, 24);
bytes.writeUInt32LE(32_000, 28);
bytes.writeUInt16LE(2, 32);
bytes.writeUInt16LE(16, 34);
bytes.write("data", 36);
for (let at = 44; at < bytes.length; at += 2) bytes.writeInt16LE(Math.round(8000 * Math.sin(at / 20)), at);
const file = new wavefile.WaveFile();
file.fromBuffer(new Uint8Array(bytes));
const decoded = await decode(bytes);
console.log([
  `audio-decode ${decoded.length ?? decoded.channelData[0].length}`,
  `wavefile ${file.getSamples(false, Int16Array).length}`,
  `wav-decoder ${(await wavDecoder.decode(bytes)).channelData[0].length}`,
  `mediabunny ${await new Input({ formats: ALL_FORMATS, source: new BufferSource(bytes) }).computeDuration()} s`,
  `music-metadata ${(await parseBuffer(bytes, { mimeType: "audio/wav" }, { duration: true })).format.duration}`,
].join(", "));
JS
seen=$(node run.mjs)
[[ $seen == "audio-decode 16000, wavefile 0, wav-decoder 0, mediabunny 0 s, music-metadata undefined" ]] || { echo "$seen"; exit 1; }
echo "seen: of one second, $seen"
