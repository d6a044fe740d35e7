#!/usr/bin/env bash
# Question: does an SVG that a model wrote still work after SVGO with its defaults?
# Guess: yes: it loses metadata and comments, and looks and acts as before.
# Seen: svgo 4.1.0 removes href from links and from animations that name their target, because its lists know only xlink:href there, role="img" and metadata; href of use and textPath stays. Without removeUnknownsAndDefaults and removeMetadata all is kept. 2026-11-29.
# For users: switch removeUnknownsAndDefaults and removeMetadata off for generated drawings, or do not minify them.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --no-audit --no-fund --silent svgo@4.1.0
cat >run.mjs <<'JS'
import { optimize } from "svgo";
const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9" role="img"><metadata>Made by a model</metadata><a href="https://example.com/"><circle id="lamp" r="3"/></a><path id="way" d="M0 5h9"/><text><textPath href="#way">t</textPath></text><use href="#lamp" x="3"/><animate href="#lamp" attributeName="opacity" to="0" dur="1s"/></svg>`;
const kept = (data) =>
  Object.entries({ link: /<a [^>]*href=/, animation: /<animate [^>]*href=/, textPath: /<textPath/, use: /<use [^>]*href=/, role: /role="img"/, metadata: /<metadata>/ })
    .filter(([, pattern]) => pattern.test(data))
    .map(([name]) => name)
    .join(", ");
const without = [{ name: "preset-default", params: { overrides: { removeUnknownsAndDefaults: false, removeMetadata: false } } }];
console.log(`before: ${kept(svg)}; after: ${kept(optimize(svg).data)}; without the plugins: ${kept(optimize(svg, { plugins: without }).data)}`);
JS
seen=$(node run.mjs)
[[ $seen == "before: link, animation, textPath, use, role, metadata; after: textPath, use; without the plugins: link, animation, textPath, use, role, metadata" ]] || { echo "$seen"; exit 1; }
echo "seen: $seen"
