#!/usr/bin/env bash
# Question: is speech of 24,000 Hz, as models make it, right after a JavaScript package has made 8,000 Hz of it for a telephone, and is the original unchanged?
# Guess: yes: what is above 4,000 Hz is filtered out, since it would be heard as another tone, and a function that returns new samples leaves the old ones alone.
# Seen: wave-resampler 1.0.0 filters the caller's own array: a tone of 5,000 Hz is gone from the original, too. @purinton/resampler 1.0.4, which calls itself
#   high-quality, does not filter: the same tone comes out at 3,000 Hz, as loud as it was. @alexanderolsen/libsamplerate-js 2.1.2 and wavefile 11.0.0 are
#   right. 2026-11-30.
# For users: resample with libsamplerate-js, ffmpeg or sox; give wave-resampler a copy of the samples.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --no-audit --no-fund --silent wave-resampler@1.0.0 wavefile@11.0.0 @purinton/resampler@1.0.4 @alexanderolsen/libsamplerate-js@2.1.2
cat >run.cjs <<'JS'
const { create } = require("@alexanderolsen/libsamplerate-js");
const { Resampler } = require("@purinton/resampler");
const { resample } = require("wave-resampler");
const { WaveFile } = require("wavefile");
const tone = (hertz) => Float32Array.from({ length: 24_000 }, (_, at) => 0.5 * Math.sin((2 * Math.PI * hertz * at) / 24_000));
const in16Bits = (samples) => Int16Array.from(samples, (value) => value * 32_767);
/** How loud a tone is in the samples: 1 is as loud as it was made. */
const heard = (samples, rate, hertz) => {
  const turns = (2 * Math.PI * hertz) / rate;
  const sum = (part) => samples.reduce((total, value, at) => total + value * part(turns * at), 0);
  return ((4 * Math.hypot(sum(Math.cos), sum(Math.sin))) / samples.length).toFixed(1);
};
const byLibsamplerate = async (samples, rate) => {
  const converter = await create(1, 24_000, rate);
  const made = converter.simple(samples);
  converter.destroy();
  return made;
};
const byWavefile = (samples, rate) => {
  const file = new WaveFile();
  file.fromScratch(1, 24_000, "16", in16Bits(samples));
  file.toSampleRate(rate);
  return file.getSamples(false, Float64Array).map((value) => value / 32_768);
};
const byPurinton = async (samples, rate) => {
  const stream = new Resampler({ inRate: 24_000, outRate: rate });
  stream.end(Buffer.from(in16Bits(samples).buffer));
  const bytes = Buffer.concat(await stream.toArray());
  return Float32Array.from({ length: bytes.length / 2 }, (_, at) => bytes.readInt16LE(at * 2) / 32_768);
};
const packages = { "libsamplerate-js": byLibsamplerate, wavefile: byWavefile, "wave-resampler": (samples, rate) => resample(samples, 24_000, rate), "@purinton/resampler": byPurinton };
void (async () => {
  for (const [name, convert] of Object.entries(packages)) {
    const original = tone(5_000);
    const small = await convert(original, 8_000);
    // What is above half the new rate and is not filtered out is heard below it: 8,000 - 5,000.
    console.log(`${name} ${heard(small, 8_000, 3_000)} ${heard(original, 24_000, 5_000)}`);
  }
})();
JS
seen=$(node run.cjs | tr '\n' ';')
[[ $seen == "libsamplerate-js 0.0 1.0;wavefile 0.0 1.0;wave-resampler 0.0 0.0;@purinton/resampler 1.0 1.0;" ]] || { echo "$seen"; exit 1; }
echo "seen: 5,000 Hz that are heard as 3,000 at 8,000, and are left in the original: $seen"
