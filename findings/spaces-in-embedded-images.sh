#!/usr/bin/env bash
# Question: how must an image whose name has a space be written for Asciidoctor when it embeds images (data-uri)?
# Guess: as in HTML: with %20, or either way.
# Seen: @asciidoctor/core 4.1.0 looks for a file named a%20b.png, warns, and embeds nothing; a literal space works. 2026-11-29.
# For users: links to images in AsciiDoc are written with a literal space.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --no-audit --no-fund --silent @asciidoctor/core@4.1.0
cat >run.mjs <<'JS'
import { writeFileSync } from "node:fs";
import * as asciidoctor from "@asciidoctor/core";
writeFileSync("a b.png", Buffer.from("89504e470d0a1a0a", "hex"));
const convert = asciidoctor.convert ?? asciidoctor.default?.convert ?? asciidoctor.default().convert;
const shown = [];
for (const target of ["a%20b.png", "a b.png"]) {
  const html = await convert(`image::${target}[]`, { safe: "unsafe", attributes: { "data-uri": "" }, base_dir: process.cwd() });
  shown.push(/src="data:image\/png;base64,([^"]*)"/.exec(html)?.[1] === "" ? "nothing" : "the image");
}
console.log(`%20 embeds ${shown[0]}, a space ${shown[1]}`);
JS
seen=$(node run.mjs 2>/dev/null)
[[ $seen == "%20 embeds nothing, a space the image" ]] || { echo "$seen"; exit 1; }
echo "seen: $seen"
