#!/usr/bin/env bash
# Question: does a JavaScript engine that renders chat templates (Transformers.js and servers built on it) give a model the same prompt as Python does?
# Guess: yes, apart from filters that are missing.
# Seen: @huggingface/jinja 0.5.11 prints none as nothing and true as true (Python: None, True), an object as JSON (Python: its repr), -7 % 3 as -1 (Python: 2), counts an emoji as 2 characters, and adding none to a text is an error. 2026-11-28.
# For users: the same model can answer differently behind such a server; the docs name it.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --no-audit --no-fund --silent @huggingface/jinja@0.5.11
cat >run.mjs <<'JS'
import { Template } from "@huggingface/jinja";
const render = (text, values = {}) => {
  try {
    return new Template(text).render(values);
  } catch {
    return "error";
  }
};
const shown = [
  render("{{ x }}", { x: null }),
  render("{{ x }}", { x: true }),
  render("{{ x }}", { x: { a: 1 } }),
  render("{{ -7 % 3 }}"),
  render("{{ x | length }}", { x: "🙂" }),
  render("{{ 'A' ~ none }}"),
];
console.log(JSON.stringify(shown));
JS
seen=$(node run.mjs)
[[ $seen == '["","true","{\"a\": 1}","-1","2","error"]' ]] || { echo "$seen"; exit 1; }
echo "seen: $seen; Python prints None, True, {'a': 1}, 2, 1 and ANone"
