#!/usr/bin/env bash
# Question: what does the helper of the openai package, which puts the chunks of a chat completion together, make of fields that it does not know, as
#   reasoning_content of DeepSeek, Qwen and others, or images of OpenRouter?
# Guess: texts are joined and lists made longer, or such fields are left out.
# Seen: chat.completions.stream of openai 7.59.0 keeps the last piece of each: of a reasoning in two chunks the second, of two images the last, beside the
#   whole text and without an error. @langchain/openai 1.6.0 joins the reasoning. 2026-11-30.
# For users: join these fields from the chunks yourself before you send an answer back; engines that need the reasoning of a call would get its last word.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >npm.log
npm install --no-audit --no-fund --ignore-scripts openai@7.59.0 @langchain/openai@1.6.0 @langchain/core@1.4.0 >>npm.log 2>&1
cat >run.mjs <<'JS'
import { ChatOpenAI } from "@langchain/openai";
import OpenAI from "openai";
const image = (name) => ({ type: "image_url", image_url: { url: `https://images.example/${name}.png` } });
const deltas = [
  { role: "assistant", reasoning_content: "First I look. " },
  { reasoning_content: "Then I speak." },
  { content: "Two " },
  { content: "foxes" },
  { images: [image("red")] },
  { images: [image("grey")] },
];
const chunk = (delta, finish_reason = null) => ({ id: "1", object: "chat.completion.chunk", created: 1, model: "m", choices: [{ index: 0, delta, finish_reason }] });
const chunks = [...deltas.map((delta) => chunk(delta)), chunk({}, "stop")];
const stream = `${chunks.map((one) => `data: ${JSON.stringify(one)}\n\n`).join("")}data: [DONE]\n\n`;
const fetch = async () => new Response(stream, { headers: { "content-type": "text/event-stream" } });
const client = new OpenAI({ apiKey: "key", baseURL: "https://engine.example/v1", fetch });
const { choices } = await client.chat.completions.stream({ model: "m", messages: [{ role: "user", content: "Hello" }] }).finalChatCompletion();
const { content, reasoning_content: reasoning, images } = choices[0].message;
const names = images.map(({ image_url: { url } }) => url.replace(/^.*\//, ""));
const chain = new ChatOpenAI({ model: "m", apiKey: "key", configuration: { baseURL: "https://engine.example/v1", fetch } });
let answer;
for await (const part of await chain.stream("Hello")) answer = answer === undefined ? part : answer.concat(part);
console.log(`openai: text "${content}", reasoning "${reasoning}", images ${names.join(" ")}; @langchain/openai: reasoning "${answer.additional_kwargs.reasoning_content}"`);
JS
seen=$(node run.mjs)
expected='openai: text "Two foxes", reasoning "Then I speak.", images grey.png; @langchain/openai: reasoning "First I look. Then I speak."'
[[ $seen == "$expected" ]] || { echo "$seen"; exit 1; }
echo "seen: $seen"
