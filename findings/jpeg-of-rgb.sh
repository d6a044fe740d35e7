#!/usr/bin/env bash
# Question: does a pure JavaScript decoder show the colours of a JPEG that stores red, green and blue as they are, which its Adobe marker says?
# Guess: yes: the marker is 30 years old.
# Seen: jpeg-js 0.4.4 reads it as luminance and colour differences: (20, 20, 220) becomes (148, 0, 0); djpeg of libjpeg-turbo shows the right colour. 2026-11-29.
# For users: libjpeg-turbo decodes JPEG now; jpeg-js only four inks.
set -euo pipefail
command -v cjpeg >/dev/null || { echo "needs cjpeg"; exit 77; }
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --no-audit --no-fund --silent jpeg-js@0.4.4
node -e 'process.stdout.write(Buffer.concat([Buffer.from("P6\n16 16\n255\n"), Buffer.from(Array.from({ length: 768 }, (_, at) => [20, 20, 220][at % 3]))]))' >in.ppm
cjpeg -rgb -quality 95 -outfile in.jpg in.ppm
seen=$(node -e 'console.log([...require("jpeg-js").decode(require("fs").readFileSync("in.jpg")).data.subarray(0, 3)].join())')
[[ $seen == "148,0,0" ]] || { echo "$seen"; exit 1; }
echo "seen: 20,20,220 is read as $seen"
