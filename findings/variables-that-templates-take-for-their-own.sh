#!/usr/bin/env bash
# Question: does {{name}} mean the value of that name in every tool that runs prompt files? Names as role, history, log, empty and art-style are usual.
# Guess: yes; the tools differ in conditions and loops, not in a plain variable, and the given values win.
# Seen: mustache 4.2.0 does it. Nunjucks 3.2.4 (promptfoo) writes NaN for art-style, LiquidJS 10.30.1 nothing for empty, and Handlebars 4.7.10 nothing for
#   log. dotprompt 1.1.2 (Genkit) writes its own mark for role, and history ends the user's message: what follows is sent as an answer of the
#   model. Its names then hold for all templates of Handlebars in the process. None of them warns. 2026-11-30.
# For users: choose such names with two words and an underscore (art_style, chat_history) in prompt documents that other tools run, too.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >npm.log
npm install --no-audit --no-fund --ignore-scripts mustache@4.2.0 nunjucks@3.2.4 liquidjs@10.30.1 handlebars@4.7.10 dotprompt@1.1.2 >>npm.log 2>&1
cat >run.mjs <<'JS'
import { Dotprompt } from "dotprompt";
import Handlebars from "handlebars";
import { Liquid } from "liquidjs";
import Mustache from "mustache";
import nunjucks from "nunjucks";
console.info = () => {};
const liquid = new Liquid();
const alone = Handlebars.create();
const plain = new nunjucks.Environment(null, { autoescape: false });
const prompts = new Dotprompt();
async function messages(text, values) {
  const rendered = await prompts.render(text, { input: values });
  return rendered.messages.map(({ role, content }) => `${role}: ${content.map((part) => part.text).join("")}`).join(" / ");
}
const engines = {
  mustache: (text, values) => Mustache.render(text, values),
  nunjucks: (text, values) => plain.renderString(text, values),
  liquidjs: (text, values) => liquid.parseAndRender(text, values),
  handlebars: (text, values) => alone.compile(text)(values),
  "handlebars beside dotprompt": (text, values) => Handlebars.compile(text)(values),
  dotprompt: messages,
};
const usual = { dotprompt: "user: As ink say hello" };
const found = [];
for (const [engine, render] of Object.entries(engines)) {
  const other = [];
  for (const name of ["style", "art-style", "art_style", "empty", "log", "role", "history", "chat_history"]) {
    const shown = await render(`As {{${name}}} say hello`, { [name]: "ink" });
    if (shown !== (usual[engine] ?? "As ink say hello")) other.push(`${name} "${shown}"`);
  }
  found.push(`${engine}: ${other.join(", ") || "all as given"}`);
}
process.stdout.write(`${found.join("; ")}\n`);
JS
seen=$(node run.mjs)
expected='mustache: all as given; nunjucks: art-style "As NaN say hello"; liquidjs: empty "As  say hello"; handlebars: log "As  say hello"; '
expected+='handlebars beside dotprompt: log "As  say hello", role "As <<<dotprompt:role:[object Object]>>> say hello", '
expected+='history "As <<<dotprompt:history>>> say hello"; '
expected+='dotprompt: log "user: As  say hello", role "user: As <<<dotprompt:role:[object Object]>>> say hello", '
expected+='history "user: As  / model:  say hello"'
[[ $seen == "$expected" ]] || { echo "$seen"; exit 1; }
echo "seen: $seen"
