#!/usr/bin/env bash
# Question: does an SVG that a model wrote still work after SVGO with its defaults?
# Guess: yes: it loses metadata and comments, and looks and acts as before.
# Seen: svgo 4.1.0 removes href from links and from animations that name their target, because its lists know only xlink:href there, and role="img"; href of use and textPath stays. Without removeUnknownsAndDefaults all is kept. 2026-11-29.
# For users: switch removeUnknownsAndDefaults and removeMetadata (the mark) off for generated drawings, or do not minify them.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --no-audit --no-fund --silent svgo@4.1.0
cat >run.mjs <<'JS'
import { optimize } from "svgo";
const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9" role="img"><a href="https://example.com/"><circle id="lamp" r="3"/></a><path id="way" d="M0 5h9"/><text><textPath href="#way">t</textPath></text><use href="#lamp" x="3"/><animate href="#lamp" attributeName="opacity" to="0" dur="1s"/></svg>`;
const kept = (data) =>
  Object.entries({ link: /<a [^>]*href=/, animation: /<animate [^>]*href=/, textPath: /<textPath/, use: /<use [^>]*href=/, role: /role="img"/ })
    .filter(([, pattern]) => pattern.test(data))
    .map(([name]) => name)
    .join(", ");
const without = [{ name: "preset-default", params: { overrides: { removeUnknownsAndDefaults: false } } }];
console.log(`before: ${kept(svg)}; after: ${kept(optimize(svg).data)}; without the plugin: ${kept(optimize(svg, { plugins: without }).data)}`);
JS
seen=$(node run.mjs)
[[ $seen == "before: link, animation, textPath, use, role; after: textPath, use; without the plugin: link, animation, textPath, use, role" ]] || { echo "$seen"; exit 1; }
echo "seen: $seen"
