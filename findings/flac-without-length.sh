#!/usr/bin/env bash
# Question: does a FLAC that libFLAC's JavaScript build writes state its duration, when all samples were given before the end?
# Guess: yes: the encoder knows the number at the end, and reports it.
# Seen: libflacjs 5.6.0 hands out the header before the samples, with 0 samples and no checksum, and only its callback has the numbers; ffprobe then knows no duration. 2026-11-29.
# For users: the duration of such a file is counted from its frames, for prices, tests and the library.
set -euo pipefail
command -v ffprobe >/dev/null || { echo "needs ffprobe"; exit 77; }
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --no-audit --no-fund --silent libflacjs@5.6.0
cat >run.cjs <<'JS'
const { writeFileSync } = require("node:fs");
const flac = require("libflacjs")();
const run = () => {
  const encoder = flac.create_libflac_encoder(44100, 1, 16, 5, 0, false, 0);
  const parts = [];
  let reported;
  flac.init_encoder_stream(encoder, (data) => void parts.push(Buffer.from(data)), (facts) => void (reported = facts));
  const samples = Int32Array.from({ length: 88200 }, (_, at) => Math.round(8000 * Math.sin(at / 20)));
  flac.FLAC__stream_encoder_process_interleaved(encoder, samples, samples.length);
  flac.FLAC__stream_encoder_finish(encoder);
  const file = Buffer.concat(parts);
  writeFileSync("a.flac", file);
  console.log(`header ${(file[21] & 15) * 2 ** 32 + file.readUInt32BE(22)}, callback ${reported.total_samples}`);
};
if (flac.isReady()) run();
else flac.on("ready", run);
JS
seen="$(node run.cjs), ffprobe $(ffprobe -v error -show_entries format=duration -of csv=p=0 a.flac)"
[[ $seen == "header 0, callback 88200, ffprobe N/A" ]] || { echo "$seen"; exit 1; }
echo "seen: $seen"
