#!/usr/bin/env bash
# Question: does an animation that plays once, three times or for ever still do so after ffmpeg has written it in another format?
# Guess: yes: each of GIF, APNG and WebP states the number, and converters carry it over.
# Seen: ffmpeg 5.1 does not read it: GIF to WebP and to APNG, and APNG to WebP, play once, also what played for ever; APNG to GIF, and GIF to GIF, play for
#   ever, also what played once. Each has an option of its own for it, with another default. gif2webp 1.2.4, apng2gif 1.8, gifsicle 1.93 and sharp 0.35.5
#   keep all three. 2026-11-30.
# For users: say it again: `-loop 0` for WebP, `-plays 0` for APNG (for ever), `-loop -1` for GIF (once).
# Needed: ffmpeg, gif2webp, apng2gif and gifsicle of Debian.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
for program in ffmpeg gif2webp apng2gif gifsicle; do command -v "$program" >/dev/null || { echo "$program is missing"; exit 77; }; done
npm init -y >npm.log
npm install --no-audit --no-fund --silent sharp@0.35.5
picture=(-f lavfi -i testsrc2=size=64x48:rate=5:duration=1)
for number in "0 0 0" "1 -1 1" "3 2 3"; do
  # The option of GIF counts the repetitions, and -1 is none.
  read -r plays loop times <<<"$number"
  ffmpeg -v error "${picture[@]}" -loop "$loop" "$plays.gif"
  ffmpeg -v error "${picture[@]}" -f apng -plays "$times" "$plays.png"
  ffmpeg -v error -i "$plays.gif" "ffmpeg-gif-webp-$plays.webp"
  ffmpeg -v error -i "$plays.gif" -f apng "ffmpeg-gif-apng-$plays.png"
  ffmpeg -v error -i "$plays.png" "ffmpeg-apng-webp-$plays.webp"
  ffmpeg -v error -i "$plays.png" -f gif "ffmpeg-apng-gif-$plays.gif"
  ffmpeg -v error -i "$plays.gif" -f gif "ffmpeg-gif-gif-$plays.gif"
  gif2webp -quiet "$plays.gif" -o "gif2webp-$plays.webp"
  apng2gif "$plays.png" "apng2gif-$plays.gif" >apng2gif.log
  gifsicle -O3 "$plays.gif" -o "gifsicle-$plays.gif" 2>gifsicle.log
done
cat >run.mjs <<'JS'
import { existsSync, readFileSync } from "node:fs";
import sharp from "sharp";
// How often the bytes say that the animation is played; 0 is for ever.
function playsOf(bytes) {
  if (bytes.toString("latin1", 0, 3) === "GIF") {
    const at = bytes.indexOf("NETSCAPE2.0");
    const repetitions = at < 0 ? undefined : bytes.readUInt16LE(at + 13);
    return repetitions === undefined ? 1 : repetitions === 0 ? 0 : repetitions + 1;
  }
  const isPng = bytes.toString("latin1", 1, 4) === "PNG";
  const at = bytes.indexOf(isPng ? "acTL" : "ANIM");
  if (at < 0) throw new Error("there is no animation");
  return isPng ? bytes.readUInt32BE(at + 8) : bytes.readUInt16LE(at + 12);
}
const found = [];
for (const name of ["0", "ffmpeg-gif-webp", "ffmpeg-gif-apng", "ffmpeg-apng-webp", "ffmpeg-apng-gif", "ffmpeg-gif-gif", "gif2webp", "apng2gif", "gifsicle", "sharp"]) {
  const plays = [];
  for (const number of [0, 1, 3]) {
    const given = name === "0" ? `${number}.gif` : ["webp", "png", "gif"].map((end) => `${name}-${number}.${end}`).find((file) => existsSync(file));
    plays.push(playsOf(name === "sharp" ? await sharp(`${number}.gif`, { animated: true }).webp().toBuffer() : readFileSync(given)));
  }
  found.push(`${name === "0" ? "given" : name} ${plays.join(" ")}`);
}
process.stdout.write(`${found.join(", ")}\n`);
JS
seen=$(node run.mjs)
expected="given 0 1 3, ffmpeg-gif-webp 1 1 1, ffmpeg-gif-apng 1 1 1, ffmpeg-apng-webp 1 1 1, ffmpeg-apng-gif 0 0 0, ffmpeg-gif-gif 0 0 0, "
expected+="gif2webp 0 1 3, apng2gif 0 1 3, gifsicle 0 1 3, sharp 0 1 3"
[[ $seen == "$expected" ]] || { echo "$seen"; exit 1; }
echo "seen: plays, 0 is for ever: $seen"
