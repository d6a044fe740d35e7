#!/usr/bin/env bash
# Question: does a page of Vue, VitePress or Nuxt take the file of <audio src="./a.mp3"> into its build, as it does for images and videos?
# Guess: yes, as for <video src> and its poster.
# Seen: @vue/compiler-sfc 3.5.45 imports img src, video src and poster, and source src; the src of audio stays a relative address that the built page does not have. A <source> within <audio> is imported. 2026-11-29.
# For users: sounds are inserted into components as <audio> with a <source>.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --no-audit --no-fund --silent @vue/compiler-sfc@3.5.45
cat >run.mjs <<'JS'
import { compileTemplate } from "@vue/compiler-sfc";
const elements = {
  image: '<img src="./a.png">',
  video: '<video src="./a.mp4"></video>',
  audio: '<audio src="./a.mp3"></audio>',
  source: '<audio><source src="./a.mp3"></audio>',
};
const isImported = (source) => /^import \w+ from '\.\/a\./m.test(compileTemplate({ source, id: "a", filename: "a.vue" }).code);
console.log(Object.entries(elements).map(([name, source]) => `${name} ${isImported(source) ? "imported" : "left"}`).join(", "));
JS
seen=$(node run.mjs)
[[ $seen == "image imported, video imported, audio left, source imported" ]] || { echo "$seen"; exit 1; }
echo "seen: $seen"
