#!/usr/bin/env bash
# Question: what is left of the sounds and films of a page when a package makes Markdown of it, for a model that reads the page or for notes?
# Guess: a link to each file, or the element as HTML, which Markdown allows; images become images.
# Seen: turndown 7.2.5 and node-html-markdown 2.0.0 drop both without a word, with their addresses. So does html-to-md 0.8.8, which leaves an <audio> without an
#   address of a sound with a <source>, and dom-to-semantic-markdown 1.5.0, which makes an image without an address of a film. rehype-remark 10.0.1 makes a
#   link without a text of each, of which nothing is seen. Images and links are right in all. 2026-11-30.
# For users: write a sentence with a link beside a sound or a film; with rehype-remark, write the link within the element, or give turndown a rule of your own.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --no-audit --no-fund --silent turndown@7.2.5 node-html-markdown@2.0.0 html-to-md@0.8.8 dom-to-semantic-markdown@1.5.0 linkedom@0.18.15 unified@11.0.5 rehype-parse@9.0.1 rehype-remark@10.0.1 remark-stringify@11.0.0
cat >run.mjs <<'JS'
import { createRequire } from "node:module";
import { convertHtmlToMarkdown } from "dom-to-semantic-markdown";
import { parseHTML } from "linkedom";
import rehypeParse from "rehype-parse";
import rehypeRemark from "rehype-remark";
import remarkStringify from "remark-stringify";
import { unified } from "unified";
const require = createRequire(import.meta.url);
const Turndown = require("turndown");
const { NodeHtmlMarkdown } = require("node-html-markdown");
const htmlToMd = require("html-to-md");
const converter = unified().use(rehypeParse, { fragment: true }).use(rehypeRemark).use(remarkStringify);
// What the package expects to find in a browser.
globalThis.Node = { ELEMENT_NODE: 1, TEXT_NODE: 3 };
const overrideDOMParser = { parseFromString: (html) => parseHTML(`<html><body>${html}</body></html>`).document };
const packages = {
  turndown: (html) => new Turndown().turndown(html),
  "node-html-markdown": (html) => NodeHtmlMarkdown.translate(html),
  "html-to-md": (html) => (htmlToMd.default ?? htmlToMd)(html),
  "rehype-remark": async (html) => String(await converter.process(html)),
  "dom-to-semantic-markdown": (html) => convertHtmlToMarkdown(html, { overrideDOMParser }),
};
const elements = {
  image: '<img src="https://a.example/1.png" alt="Fox">',
  link: '<a href="https://a.example/1.mp3">Fox</a>',
  sound: '<audio controls src="https://a.example/1.mp3"></audio>',
  "sound with a source": '<audio controls><source src="https://a.example/1.opus" type="audio/ogg"></audio>',
  film: '<video controls src="https://a.example/1.mp4"></video>',
};
for (const [name, convert] of Object.entries(packages)) {
  const results = [];
  for (const [element, html] of Object.entries(elements)) {
    const words = (await convert(`<p>See ${html} here.</p>`)).replaceAll("https://a.example/", "").replace(/\s+/g, " ").trim();
    results.push(`${element} ${words.replace(/^See ?/, "").replace(/ ?here\.$/, "") || "nothing"}`);
  }
  console.log(`${name}: ${results.join(", ")};`);
}
JS
seen=$(node run.mjs | tr '\n' ' ')
usual="image ![Fox](1.png), link [Fox](1.mp3)"
expected="turndown: $usual, sound nothing, sound with a source nothing, film nothing; "
expected+="node-html-markdown: $usual, sound nothing, sound with a source nothing, film nothing; "
expected+="html-to-md: $usual, sound nothing, sound with a source <audio><source /></audio>, film nothing; "
expected+="rehype-remark: $usual, sound [](1.mp3), sound with a source [](1.opus), film [](1.mp4); "
expected+="dom-to-semantic-markdown: $usual, sound nothing, sound with a source nothing, film ![Video](); "
[[ $seen == "$expected" ]] || { echo "$seen"; exit 1; }
echo "seen: $seen"
