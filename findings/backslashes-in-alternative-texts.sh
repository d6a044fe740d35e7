#!/usr/bin/env bash
# Question: may an angle bracket of a prompt be written as \< in an alternative text, as CommonMark says?
# Guess: yes: every reader of Markdown removes the backslash before punctuation.
# Seen: Python-Markdown 3.4.1 (MkDocs) and showdown 2.1.0 show the backslash in the text, for < but not for *, and remarkable 2.0.1 and marked 18.2.1 do not. All of them read &#60;. 2026-11-29.
# For users: angle brackets in captions and alternative texts are written as entities.
# Needed: python3-markdown of Debian.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
/usr/bin/python3 -c "import markdown" 2>/dev/null || { echo "python3-markdown is missing"; exit 77; }
npm init -y >/dev/null
npm install --no-audit --no-fund --silent showdown@2.1.0 remarkable@2.0.1 marked@18.2.1
cat >run.mjs <<'JS'
import { execFileSync } from "node:child_process";
import { marked } from "marked";
import { Remarkable } from "remarkable";
import showdown from "showdown";
const python = "import markdown,sys;print(markdown.markdown(sys.stdin.read()))";
const readers = {
  "Python-Markdown": (text) => execFileSync("/usr/bin/python3", ["-c", python], { input: text, encoding: "utf8" }),
  showdown: (text) => new showdown.Converter().makeHtml(text),
  remarkable: (text) => new Remarkable().render(text),
  marked: (text) => marked.parse(text),
};
const found = Object.entries(readers).map(([name, read]) => {
  const texts = ["1 \\< 2 \\* 3", "1 &#60; 2 \\* 3"].map((alt) => /alt="([^"]*)"/.exec(read(`![${alt}](a.png)`))?.[1]);
  return `${name} ${texts.map((text) => text.replace(/&lt;|&#60;/, "<")).join(" and ")}`;
});
console.log(found.join("; "));
JS
seen=$(node run.mjs)
[[ $seen == 'Python-Markdown 1 \< 2 * 3 and 1 < 2 * 3; showdown 1 \< 2 * 3 and 1 < 2 * 3; remarkable 1 < 2 * 3 and 1 < 2 * 3; marked 1 < 2 * 3 and 1 < 2 * 3' ]] || { echo "$seen"; exit 1; }
echo "seen: $seen"
