#!/usr/bin/env bash
# Question: does an image beside a question reach the engine as an image through frameworks that speak to several engines?
# Guess: yes, or there is an error before anything is sent: both have a part for images in their own messages.
# Seen: @llamaindex/openai 0.4.22 sends its part "image" to chat completions as a `file` named image-1.png, which is for documents there. @langchain/ollama
#   1.3.0 sends a link to an image as an image without a byte, in a message of its own, and does not warn. Given as image_url with a data URI, both
#   send an image. 2026-11-30.
# For users: give these frameworks images as image_url with a data URI.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >npm.log
npm install --no-audit --no-fund --ignore-scripts @llamaindex/openai@0.4.22 @langchain/ollama@1.3.0 @langchain/core@1.4.0 >>npm.log 2>&1
cat >run.mjs <<'JS'
import { once } from "node:events";
import { createServer } from "node:http";
import { HumanMessage } from "@langchain/core/messages";
import { ChatOllama } from "@langchain/ollama";
import { openai } from "@llamaindex/openai";
const data = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";
let sent = [];
const engine = createServer(async (request, response) => {
  let body = "";
  for await (const chunk of request) body += chunk;
  sent = JSON.parse(body).messages;
  const message = { role: "assistant", content: "A fox" };
  const chat = { id: "1", object: "chat.completion", created: 1, model: "m", choices: [{ index: 0, message, finish_reason: "stop" }] };
  const ollama = { model: "m", created_at: "2026-11-30T10:00:00Z", message, done: true, done_reason: "stop" };
  response.writeHead(200, { "content-type": "application/json" }).end(`${JSON.stringify(request.url === "/api/chat" ? ollama : chat)}\n`);
});
await once(engine.listen(0, "127.0.0.1"), "listening");
const address = `http://127.0.0.1:${engine.address().port}`;
const llama = openai({ model: "gpt-4o", apiKey: "key", baseURL: `${address}/v1` });
const chain = new ChatOllama({ model: "m", baseUrl: address });
const question = { type: "text", text: "What is it?" };
const inline = { type: "image_url", image_url: { url: `data:image/png;base64,${data}` } };
const linked = { type: "image_url", image_url: { url: "https://images.example/fox.png" } };
const attempts = {
  "LlamaIndex, image": () => llama.chat({ messages: [{ role: "user", content: [question, { type: "image", data, mimeType: "image/png" }] }] }),
  "LlamaIndex, image_url": () => llama.chat({ messages: [{ role: "user", content: [question, inline] }] }),
  "LangChain with Ollama, link": () => chain.invoke([new HumanMessage({ content: [question, linked] })]),
  "LangChain with Ollama, image_url": () => chain.invoke([new HumanMessage({ content: [question, inline] })]),
};
const found = [];
for (const [name, attempt] of Object.entries(attempts)) {
  sent = [];
  await attempt();
  const parts = sent.flatMap(({ content, images = [] }) => [...(Array.isArray(content) ? content.slice(1) : []), ...images]);
  found.push(`${name}: ${JSON.stringify(parts).replaceAll(data, "…")} in ${sent.length} messages`);
}
console.log(found.join("; "));
process.exit(0);
JS
seen=$(node run.mjs)
expected='LlamaIndex, image: [{"type":"file","file":{"file_data":"data:image/png;base64,…","filename":"image-1.png"}}] in 1 messages; '
expected+='LlamaIndex, image_url: [{"type":"image_url","image_url":{"url":"data:image/png;base64,…"}}] in 1 messages; '
expected+='LangChain with Ollama, link: [""] in 2 messages; LangChain with Ollama, image_url: ["…"] in 2 messages'
[[ $seen == "$expected" ]] || { echo "$seen"; exit 1; }
echo "seen: $seen"
