#!/usr/bin/env bash
# Question: what pitch do detectors find in a low voice, of 85 or 110 Hz, in a piece of 1,024 or 2,048 samples at 44,100 and 48,000 Hz, as analysers of sounds take them?
# Guess: that pitch, or nothing (null) where a piece is too short for it.
# Seen: YIN of pitchfinder 2.3.4, the first of its list, says 17,671 to 19,256 Hz for both voices in the shorter pieces, which
#   have two periods and more of 110 Hz, and nothing for 85 Hz in the longer one at 48,000 Hz. Its ACF2PLUS says 95 Hz once; its AMDF and pitchy 4.1.0 are right in all. From
#   4,096 samples on, all are right. No error. 2026-11-30.
# For users: give YIN at least 4,096 samples at these rates, or use pitchy; drop what is above the range of a voice.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --no-audit --no-fund --silent pitchfinder@2.3.4 pitchy@4.1.0
cat >run.mjs <<'JS'
import pitchfinder from "pitchfinder";
import { PitchDetector } from "pitchy";
const detectors = {
  YIN: (samples, sampleRate) => pitchfinder.YIN({ sampleRate })(samples),
  ACF2PLUS: (samples, sampleRate) => pitchfinder.ACF2PLUS({ sampleRate })(samples),
  AMDF: (samples, sampleRate) => pitchfinder.AMDF({ sampleRate })(samples),
  pitchy: (samples, sampleRate) => PitchDetector.forFloat32Array(samples.length).findPitch(samples, sampleRate)[0],
};
// A tone with the overtones of a voice.
const voice = (pitch, rate, count) =>
  Float32Array.from({ length: count }, (_, at) => [1, 0.8, 0.6, 0.5, 0.4, 0.3, 0.2, 0.1].reduce((sum, level, part) => sum + 0.25 * level * Math.sin((2 * Math.PI * pitch * (part + 1) * at) / rate + part), 0));
for (const [name, detect] of Object.entries(detectors)) {
  const results = [85, 110].flatMap((pitch) =>
    [1024, 2048, 4096].flatMap((count) =>
      [44_100, 48_000].map((rate) => {
        const found = detect(voice(pitch, rate, count), rate);
        return found === null || Math.abs(found / pitch - 1) > 0.03 ? `${pitch} Hz in ${count} at ${rate} is ${found === null ? "nothing" : Math.round(found)}` : "";
      }),
    ),
  );
  console.log(`${name}: ${results.filter((result) => result !== "").join(", ") || "right"}`);
}
JS
seen=$(node run.mjs)
expected='YIN: 85 Hz in 1024 at 44100 is 17671, 85 Hz in 1024 at 48000 is 19231, 85 Hz in 2048 at 48000 is nothing, 110 Hz in 1024 at 44100 is 17730, 110 Hz in 1024 at 48000 is 19256
ACF2PLUS: 85 Hz in 1024 at 48000 is 95
AMDF: right
pitchy: right'
[[ $seen == "$expected" ]] || { echo "$seen"; exit 1; }
echo "seen: ${seen//$'\n'/; }"
