#!/usr/bin/env bash
# Question: does the JavaScript build of the Opus codec decode every packet that RFC 6716 allows? Speech servers pack up to 120 ms into one.
# Guess: yes, it is libopus itself.
# Seen: opusscript 0.1.1 returns 60 ms of a packet of six frames of 20 ms and raises no error. RFC 6716, 3.2.5 allows 120 ms. 2026-11-29.
# For users: packets are counted by their own header, and a sound with long packets is decoded frame by frame or its duration taken from the container.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --no-audit --no-fund --silent --ignore-scripts opusscript@0.1.1
cat >run.cjs <<'JS'
const OpusScript = require("opusscript");
const codec = new OpusScript(48_000, 1, OpusScript.Application.AUDIO);
const frames = Array.from({ length: 6 }, (_, number) => {
  const sound = Buffer.alloc(960 * 2);
  for (let at = 0; at < 960; at += 1) sound.writeInt16LE(Math.round(9000 * Math.sin((number * 960 + at) / 20)), at * 2);
  return Buffer.from(codec.encode(sound, 960));
});
const sizeOf = (length) => (length < 252 ? [length] : [252 + ((length - 252) % 4), Math.floor((length - 252) / 4)]);
const sizes = frames.slice(0, -1).flatMap((frame) => sizeOf(frame.length - 1));
const head = Buffer.from([(frames[0][0] & 0xfc) | 3, 0x80 | frames.length, ...sizes]);
const packet = Buffer.concat([head, ...frames.map((frame) => frame.subarray(1))]);
console.log(`${codec.decode(packet).length / 2 / 48} of 120 ms`);
JS
seen=$(node run.cjs)
[[ $seen == "60 of 120 ms" ]] || { echo "$seen"; exit 1; }
echo "seen: $seen"
