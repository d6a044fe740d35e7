#!/usr/bin/env bash
# Question: what do readers of prompt files do if the fields at the top are no valid YAML, as in `prompt: a: b`?
# Guess: an error, each time: a prompt without its fields asks another model for something else.
# Seen: gray-matter 4.0.3 throws the first time, and for the same text the second time it returns no fields and the whole file as the content. dotprompt
#   1.1.2 writes to the console and returns the whole file as the prompt the first time, too. front-matter 4.0.2 throws each time. 2026-11-30.
# For users: with both, a server that reads a file again would send its fields to the model as a part of the prompt, and use its default model. Give
#   gray-matter an empty object as options, which switches its memory off; this product refuses such a document, and says where the fault is.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >npm.log
npm install --no-audit --no-fund --ignore-scripts gray-matter@4.0.3 dotprompt@1.1.2 front-matter@4.0.2 >>npm.log 2>&1
cat >run.mjs <<'JS'
import { Dotprompt } from "dotprompt";
import frontMatter from "front-matter";
import matter from "gray-matter";
const file = "---\nmodel: own/painter\nstyle: ink: black\n---\nA fox\n";
const prompts = new Dotprompt();
const readers = {
  "gray-matter": () => matter(file).content,
  "gray-matter with options": () => matter(file, {}).content,
  "front-matter": () => frontMatter(file).body,
  dotprompt: () => prompts.parse(file).template,
};
const attempt = (read) => {
  try {
    return read().trim() === file.trim() ? "the whole file" : "the prompt";
  } catch {
    return "an error";
  }
};
console.log(Object.entries(readers).map(([name, read]) => `${name}: ${attempt(read)}, then ${attempt(read)}`).join("; "));
JS
seen=$(node run.mjs 2>/dev/null)
expected="gray-matter: an error, then the whole file; gray-matter with options: an error, then an error; front-matter: an error, then an error; "
expected+="dotprompt: the whole file, then the whole file"
[[ $seen == "$expected" ]] || { echo "$seen"; exit 1; }
echo "seen: $seen"
