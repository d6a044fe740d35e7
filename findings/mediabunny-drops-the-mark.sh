#!/usr/bin/env bash
# Question: is a video still marked as generated (XMP, DigitalSourceType) after a converter in the browser has packed it again?
# Guess: yes: its title and comment are kept, too.
# Seen: a conversion of mediabunny 1.61.0 from MP4 to MP4 or MOV keeps title and comment, and drops XMP, which exiftool no longer finds. 2026-11-29.
# For users: a converted video has to be marked again; what the product itself saves is marked after every conversion.
set -euo pipefail
for program in ffmpeg exiftool; do command -v "$program" >/dev/null || { echo "needs $program"; exit 77; }; done
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --no-audit --no-fund --silent mediabunny@1.61.0
ffmpeg -v error -f lavfi -i "testsrc=size=64x64:duration=1" -c:v libx264 -pix_fmt yuv420p -metadata comment="a tower" -metadata title=Tower in.mp4
exiftool -q -overwrite_original -XMP-iptcExt:DigitalSourceType=http://cv.iptc.org/newscodes/digitalsourcetype/trainedAlgorithmicMedia in.mp4
cat >run.mjs <<'JS'
import { readFileSync, writeFileSync } from "node:fs";
import { ALL_FORMATS, BufferSource, BufferTarget, Conversion, Input, MovOutputFormat, Mp4OutputFormat, Output } from "mediabunny";
for (const [name, format] of [["mp4", new Mp4OutputFormat()], ["mov", new MovOutputFormat()]]) {
  const input = new Input({ source: new BufferSource(readFileSync("in.mp4")), formats: ALL_FORMATS });
  const output = new Output({ format, target: new BufferTarget() });
  await (await Conversion.init({ input, output })).execute();
  writeFileSync(`out.${name}`, Buffer.from(output.target.buffer));
}
JS
node run.mjs
facts() { exiftool -s3 -Title -Comment -DigitalSourceType "$1" | grep -c . || true; }
seen="in.mp4 $(facts in.mp4), out.mp4 $(facts out.mp4), out.mov $(facts out.mov)"
[[ $seen == "in.mp4 3, out.mp4 2, out.mov 2" ]] || { echo "$seen"; exit 1; }
[[ -z $(exiftool -s3 -DigitalSourceType out.mp4) ]]
echo "seen: of title, comment and mark: $seen"
