#!/usr/bin/env bash
# Question: is MediaInfo right about how long a sound is whose samples are not even compressed?
# Guess: yes: the duration is the size divided by the bytes of a second.
# Seen: MediaInfo 26.05 (mediainfo.js 0.3.8) makes 20 s of an AU of 10 s in mono, 40 s in stereo, and 5.5 or 2.7 s of a CAF, which states the size of its samples; no warning. WAV and AIFF are right. ffprobe 5.1 is right in all. 2026-11-30.
# For users: ask ffprobe for AU and CAF, or save WAV; this product counts the samples of both.
# Needed: ffmpeg of Debian.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
for program in ffmpeg ffprobe; do command -v "$program" >/dev/null || { echo "$program is missing"; exit 77; }; done
npm init -y >/dev/null
npm install --no-audit --no-fund --silent mediainfo.js@0.3.8
for format in wav aiff au caf; do
  if [[ $format == wav ]]; then codec=pcm_s16le; else codec=pcm_s16be; fi
  ffmpeg -v error -f lavfi -i sine=duration=10:sample_rate=24000 -c:a $codec mono.$format
  ffmpeg -v error -f lavfi -i sine=duration=10:sample_rate=24000 -ac 2 -c:a $codec stereo.$format
done
cat >run.mjs <<'JS'
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import mediaInfo from "mediainfo.js";
const info = await mediaInfo({ format: "object" });
const results = [];
for (const name of ["mono.wav", "mono.aiff", "mono.au", "stereo.au", "mono.caf", "stereo.caf"]) {
  const bytes = readFileSync(name);
  const { media } = await info.analyzeData(
    () => bytes.length,
    (size, offset) => bytes.subarray(offset, offset + size),
  );
  const probed = Number(execFileSync("ffprobe", ["-v", "error", "-show_entries", "format=duration", "-of", "csv=p=0", name]));
  results.push(`${name} ${media.track[0].Duration} (${probed})`);
}
info.close();
console.log(results.join(", "));
JS
seen=$(node run.mjs)
[[ $seen == "mono.wav 10 (10), mono.aiff 10 (10), mono.au 20 (10), stereo.au 40 (10), mono.caf 5.458 (10), stereo.caf 2.729 (10)" ]] || { echo "$seen"; exit 1; }
echo "seen: $seen"
