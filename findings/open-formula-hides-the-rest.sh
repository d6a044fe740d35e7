#!/usr/bin/env bash
# Question: what does a formula that is begun with $$ and not closed do to the Markdown after it?
# Guess: $$ without an end is text, as in GitHub's Markdown, where a formula cannot go beyond its paragraph.
# Seen: with @vscode/markdown-it-katex 1.1.2, which VS Code's preview uses, all headings after it are a part of the formula. 2026-11-29.
# For users: an exported conversation closes such a formula at the end of its turn.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --no-audit --no-fund --silent @vscode/markdown-it-katex@1.1.2 markdown-it@14.1.0
cat >run.mjs <<'JS'
import MarkdownIt from "markdown-it";
import katex from "@vscode/markdown-it-katex";
const text = "# One\n\n$$\nx^2\n\n# Two\n\ntext\n\n# Three\n";
const count = (reader) => reader.render(text).match(/<h1>/g).length;
console.log(`${count(new MarkdownIt())} headings without formulas, ${count(new MarkdownIt().use(katex.default ?? katex))} with them`);
JS
seen=$(node run.mjs 2>/dev/null)
[[ $seen == "3 headings without formulas, 1 with them" ]] || { echo "$seen"; exit 1; }
echo "seen: $seen"
