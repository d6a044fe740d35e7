#!/usr/bin/env bash
# Question: does the alternative text of a picture reach a page as it stands, when pandoc converts the Markdown?
# Guess: yes: it is plain text in HTML, so nothing but brackets and emphasis is read in it.
# Seen: pandoc 3.10 (pandoc-wasm 1.1.0) reads formulas, lowered, raised and struck text there, and drops their signs: "$x$ H~2~O m^2^" becomes "x H2O m2". Entities keep them. 2.17.1.1 does the same. 2026-11-29.
# For users: dollars, tildes and carets of captions and alternative texts are written as entities.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --no-audit --no-fund --silent pandoc-wasm@1.1.0
cat >run.mjs <<'JS'
import { convert } from "pandoc-wasm";
const read = async (text) => /alt="([^"]*)"/.exec((await convert({ from: "markdown", to: "html" }, `![${text}](a.png)`, {})).stdout)?.[1];
console.log(`plain: ${await read("$x$ H~2~O m^2^")}; entities: ${await read("&#36;x&#36; H&#126;2&#126;O m&#94;2&#94;")}`);
JS
seen=$(node run.mjs)
[[ $seen == 'plain: x H2O m2; entities: $x$ H~2~O m^2^' ]] || { echo "$seen"; exit 1; }
echo "seen: $seen"
