#!/usr/bin/env bash
# Question: do sounds and videos of a page reach the readers of an e-book that is made from it?
# Guess: they are packed as images are, or left out.
# Seen: epub-gen-memory 1.1.2 packs the image, keeps audio and video with their address on the web, which is not in the manifest, and removes their controls, so that nothing is seen; an image without alternative text gets the text "image-placeholder". 2026-11-29.
# For users: write a sentence with a link beside a sound that goes into an e-book, and keep the alternative texts.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --no-audit --no-fund --silent epub-gen-memory@1.1.2 fflate@0.8.2
cat >run.mjs <<'JS'
import { createServer } from "node:http";
import module from "epub-gen-memory";
import { strFromU8, unzipSync } from "fflate";
const png = Buffer.from("iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==", "base64");
const server = createServer((_, answer) => answer.end(png)).listen(0, "127.0.0.1");
await new Promise((resolve) => server.on("listening", resolve));
const base = `http://127.0.0.1:${server.address().port}`;
const content = `<p>Text</p><img src="${base}/a.png"><audio controls src="${base}/a.mp3"></audio><video controls src="${base}/a.mp4"></video>`;
const book = await (module.default ?? module)({ title: "t", verbose: false }, [{ title: "c", content }]);
server.close();
const files = unzipSync(new Uint8Array(book));
const chapter = strFromU8(files[Object.keys(files).find((name) => /0_.*\.xhtml$/.test(name))]);
const element = (name) => new RegExp(`<${name}[^>]*>`).exec(chapter)?.[0] ?? "";
const facts = (name) => `${name} ${element(name).includes(base) ? "on the web" : "packed"} ${/\bcontrols/.test(element(name)) ? "with" : "without"} controls`;
console.log(`${facts("audio")}, ${facts("video")}, alt ${/alt="([^"]*)"/.exec(element("img"))?.[1]}`);
JS
seen=$(node run.mjs)
[[ $seen == "audio on the web without controls, video on the web without controls, alt image-placeholder" ]] || { echo "$seen"; exit 1; }
echo "seen: $seen"
