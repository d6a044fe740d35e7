#!/usr/bin/env bash
# Question: do the companies' own packages read a stream of server-sent events as HTML's standard defines it? Gateways write such streams anew, with
#   numbers, comments that keep a connection open, and JSON over several lines.
# Guess: all of them do; a format of four fields is easily read in full.
# Seen: @google/genai 3.3.0 takes only events that begin with data:. Of a stream whose events begin with an id or a comment it returns nothing, as if the
#   model had said nothing, without an error; data in two lines is an error. cohere-ai 8.1.0 reads the id, and not the two lines. openai 7.59.0,
#   groq-sdk 1.6.0, @anthropic-ai/sdk 1.14.0 and @mistralai/mistralai 2.7.0 read all of it. 2026-11-30.
# For users: a gateway in front of Gemini has to put data first, on one line, and comments into events of their own. This product reads Gemini with the
#   AI SDK, which reads all of it.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >npm.log
npm install --no-audit --no-fund --ignore-scripts @google/genai@3.3.0 cohere-ai@8.1.0 openai@7.59.0 groq-sdk@1.6.0 \
  @anthropic-ai/sdk@1.14.0 @mistralai/mistralai@2.7.0 >>npm.log 2>&1
cat >run.mjs <<'JS'
import { createServer } from "node:http";
import Anthropic from "@anthropic-ai/sdk";
import { GoogleGenAI } from "@google/genai";
import { Mistral } from "@mistralai/mistralai";
import { CohereClientV2 } from "cohere-ai";
import Groq from "groq-sdk";
import OpenAI from "openai";
const words = ["A", "B", "C"];
const chat = [
  ...words.map((content) => ({ id: "1", object: "chat.completion.chunk", created: 1, model: "m", choices: [{ index: 0, delta: { content }, finish_reason: null }] })),
  { id: "1", object: "chat.completion.chunk", created: 1, model: "m", choices: [{ index: 0, delta: {}, finish_reason: "stop" }] },
];
const message = { id: "1", type: "message", role: "assistant", content: [], model: "m", stop_reason: null, usage: { input_tokens: 1, output_tokens: 1 } };
const answers = {
  chat,
  anthropic: [
    { type: "message_start", message },
    { type: "content_block_start", index: 0, content_block: { type: "text", text: "" } },
    ...words.map((text) => ({ type: "content_block_delta", index: 0, delta: { type: "text_delta", text } })),
    { type: "content_block_stop", index: 0 },
    { type: "message_stop" },
  ],
  cohere: [
    ...words.map((text) => ({ type: "content-delta", index: 0, delta: { message: { content: { text } } } })),
    { type: "message-end", delta: { finish_reason: "COMPLETE" } },
  ],
  google: words.map((text) => ({ candidates: [{ content: { parts: [{ text }], role: "model" }, index: 0 }], modelVersion: "m" })),
};
const forms = {
  plain: (json) => `data: ${json}`,
  id: (json) => `id: 7\ndata: ${json}`,
  comment: (json) => `: still here\ndata: ${json}`,
  "two lines": (json) => `data: ${json.replace(",", ",\ndata: ")}`,
};
let stream = "";
const server = createServer(async (request, response) => {
  for await (const _ of request);
  response.writeHead(200, { "content-type": "text/event-stream" }).end(stream);
});
await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
const baseURL = `http://127.0.0.1:${server.address().port}`;
const messages = [{ role: "user", content: "Hello" }];
const own = { apiKey: "k", baseURL, maxRetries: 0 };
const asked = { model: "m", messages, stream: true };
const content = (chunk) => chunk.choices[0]?.delta.content;
const packages = [
  ["@google/genai", "google", () => new GoogleGenAI({ apiKey: "k", httpOptions: { baseUrl: baseURL } }).models.generateContentStream({ model: "m", contents: "Hello" }), (chunk) => chunk.text],
  ["cohere-ai", "cohere", () => new CohereClientV2({ token: "k", environment: baseURL }).chatStream({ model: "m", messages }), (chunk) => chunk.delta?.message?.content?.text],
  ["openai", "chat", () => new OpenAI(own).chat.completions.create(asked), content],
  ["groq-sdk", "chat", () => new Groq(own).chat.completions.create(asked), content],
  ["@mistralai/mistralai", "chat", () => new Mistral({ apiKey: "k", serverURL: baseURL }).chat.stream({ model: "m", messages }), ({ data }) => content(data)],
  ["@anthropic-ai/sdk", "anthropic", () => new Anthropic(own).messages.create({ ...asked, max_tokens: 9 }), (chunk) => chunk.delta?.text],
];
async function read([, kind, ask, textOf], form) {
  const events = answers[kind].map((event) => `${kind === "anthropic" ? `event: ${event.type}\n` : ""}${form(JSON.stringify(event))}\n\n`);
  stream = `${events.join("")}${kind === "chat" ? "data: [DONE]\n\n" : ""}`;
  let text = "";
  try {
    for await (const chunk of await ask()) text += textOf(chunk) ?? "";
    return text || "nothing";
  } catch {
    return "an error";
  }
}
const found = [];
for (const one of packages) {
  const results = [];
  for (const [name, form] of Object.entries(forms)) results.push(`${name} ${await read(one, form)}`);
  found.push(`${one[0]}: ${results.join(", ")}`);
}
console.log(found.join("; "));
process.exit(0);
JS
seen=$(node run.mjs 2>run.log) || { cat run.log; exit 1; }
all="plain ABC, id ABC, comment ABC, two lines ABC"
expected="@google/genai: plain ABC, id nothing, comment nothing, two lines an error; cohere-ai: plain ABC, id ABC, comment ABC, two lines an error; "
expected+="openai: $all; groq-sdk: $all; @mistralai/mistralai: $all; @anthropic-ai/sdk: $all"
[[ $seen == "$expected" ]] || { echo "$seen"; exit 1; }
echo "seen: $seen"
