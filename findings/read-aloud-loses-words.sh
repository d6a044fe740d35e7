#!/usr/bin/env bash
# Question: what does a voice get of an answer about code, when a package has made plain text of its Markdown first?
# Guess: all words: marks of Markdown go, and what is text in it stays.
# Seen: remove-markdown 0.7.0 and markdown-to-text 0.1.1 take what is between < and > for a tag, in code, too: "If 5 < 6 and 7 > 3" becomes "If 5  3", `a < b` or
#   `x > y` becomes "a y", and an address in angle brackets is gone; markdown-to-text also makes mylongname of my_long_name. strip-markdown 6.0.0 with
#   remark 15.0.1 adds backslashes ("2 \* 3"). marked-plaintify 1.1.1 writes entities ("a &lt; b") and joins lines ("oneLine").
#   markdown-to-txt 2.0.1 is right. No errors. 2026-11-30.
# For users: make text for a voice with markdown-to-txt, or of a parser's tree (mdast-util-to-string); this product reads the text of its own parser.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --no-audit --no-fund --silent remove-markdown@0.7.0 markdown-to-text@0.1.1 strip-markdown@6.0.0 remark@15.0.1 marked@16.4.1 marked-plaintify@1.1.1 markdown-to-txt@2.0.1 lodash@4.17.21
cat >run.mjs <<'JS'
import { Marked } from "marked";
import plaintify from "marked-plaintify";
import toText from "markdown-to-text";
import { markdownToTxt } from "markdown-to-txt";
import { remark } from "remark";
import removeMarkdown from "remove-markdown";
import stripMarkdown from "strip-markdown";
const marked = new Marked({ gfm: true }, plaintify());
const packages = {
  "remove-markdown": removeMarkdown,
  "markdown-to-text": toText.default,
  "strip-markdown": (text) => String(remark().use(stripMarkdown).processSync(text)),
  "marked-plaintify": (text) => marked.parse(text),
  "markdown-to-txt": (text) => markdownToTxt(text),
};
// Each Markdown, and the words that a reader of its page would read.
const cases = {
  "If 5 < 6 and 7 > 3, it holds.": "If 5 < 6 and 7 > 3, it holds.",
  "Use `a < b` or `x > y`.": "Use a < b or x > y.",
  "Call my_long_name now.": "Call my_long_name now.",
  "It is 2 * 3 * 4.": "It is 2 * 3 * 4.",
  "See <https://a.example/b>.": "See https://a.example/b.",
  "Line one  \nLine two": "Line one Line two",
};
for (const [name, convert] of Object.entries(packages)) {
  const wrong = Object.entries(cases).flatMap(([markdown, words]) => {
    const text = convert(markdown).replace(/\s+/g, " ").trim();
    return text === words ? [] : [text];
  });
  console.log(`${name}: ${wrong.join(" | ") || "right"}`);
}
JS
seen=$(node run.mjs 2>&1 | tr '\n' ';')
expected='remove-markdown: If 5 3, it holds. | Use a y. | See .;markdown-to-text: If 5 3, it holds. | Use a y. | Call mylongname now. | See .;strip-markdown: It is 2 \* 3 \* 4.;marked-plaintify: Use a &lt; b or x &gt; y. | Line oneLine two;markdown-to-txt: right;'
[[ $seen == "$expected" ]] || { echo "$seen"; exit 1; }
echo "seen: $seen"
