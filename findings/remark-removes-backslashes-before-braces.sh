#!/usr/bin/env bash
# Question: does an editor or formatter that writes Markdown again keep \{{, with which prompt documents and templates write braces that are no placeholder, and lines that belong together?
# Guess: yes: what reads as the same Markdown is written as it was.
# Seen: remark 15.0.1 and prosemirror-markdown 1.13.9 write {{ without the backslash, so that text becomes a placeholder, and prosemirror-markdown puts the lines of a dialogue into one. prettier 3.10.1 keeps both. 2026-11-29.
# For users: prompt documents are formatted with Prettier, and not with editors built on remark or ProseMirror; a placeholder without a value stops a run before anything is sent.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --no-audit --no-fund --silent remark@15.0.1 prosemirror-markdown@1.13.9 prettier@3.10.1
cat >run.mjs <<'JS'
import prettier from "prettier";
import { defaultMarkdownParser, defaultMarkdownSerializer } from "prosemirror-markdown";
import { remark } from "remark";
const text = "Write \\{{name}} here.\n\nAnna: Good evening.\nBen: Hello!\n";
const writers = {
  remark: async () => String(await remark().process(text)),
  "prosemirror-markdown": async () => defaultMarkdownSerializer.serialize(defaultMarkdownParser.parse(text)),
  prettier: () => prettier.format(text, { parser: "markdown" }),
};
const found = [];
for (const [name, write] of Object.entries(writers)) {
  const written = await write();
  found.push(`${name}: ${written.includes("\\{{") ? "backslash kept" : "backslash removed"}, ${/evening\.\nBen/.test(written) ? "two lines" : "one line"}`);
}
console.log(found.join("; "));
JS
seen=$(node run.mjs)
[[ $seen == "remark: backslash removed, two lines; prosemirror-markdown: backslash removed, one line; prettier: backslash kept, two lines" ]] || { echo "$seen"; exit 1; }
echo "seen: $seen"
