#!/usr/bin/env bash
# Question: does a page that shows an answer with Streamdown show, at its end, what the model wrote? Streamdown closes open Markdown while the text grows.
# Guess: yes: once the answer has ended (isAnimating={false}), nothing is added any more.
# Seen: streamdown 2.7.1 goes on adding what seems to be missing: of "[a-z" it makes a button of a link without an address, of "_private" slanted
#   text, asterisks appear after "2 ** 8", and "if a <b" ends before the bracket. Only mode="static" shows the text as it is. 2026-11-30.
# For users: change the mode when response.completed has arrived, in pages that show answers of the service in this way.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >npm.log
npm install --no-audit --no-fund --ignore-scripts streamdown@2.7.1 react@19.2.0 react-dom@19.2.0 >>npm.log 2>&1
cat >run.mjs <<'JS'
import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { Streamdown } from "streamdown";
const texts = ["Use [a-z in it", "Call _private first", "2 ** 8 is 256", "if a <b then c"];
const render = (text, props) => renderToStaticMarkup(createElement(Streamdown, props, text)).replaceAll(/<(\/?\w+)[^>]*>/g, "<$1>").replaceAll(/<\/?(?:div|p)>/g, "");
for (const [name, props] of Object.entries({ ended: { isAnimating: false }, static: { mode: "static" } }))
  console.log(`${name}: ${texts.map((text) => render(text, props)).join(" | ")}`);
JS
seen=$(node run.mjs | paste -sd';' | sed 's/;static/; static/')
expected="ended: Use <button>a-z in it</button> | Call <em>private first</em> | 2 ** 8 is 256** | if a; "
expected+="static: Use [a-z in it | Call _private first | 2 ** 8 is 256 | if a &lt;b then c"
[[ $seen == "$expected" ]] || { echo "$seen"; exit 1; }
echo "seen: $seen"
