#!/usr/bin/env bash
# Question: does a program that leaves the loop over an answer, because it has read enough, end the request, so that the model stops and no more is billed?
# Guess: yes: leaving the loop over an async iterator closes it, and each package then closes its connection.
# Seen: openai 7.59.0, @anthropic-ai/sdk 1.14.0, @mistralai/mistralai 2.7.0 and cohere-ai 8.1.0 close it. With @google/genai 3.3.0, ollama 0.6.4,
#   @huggingface/inference 4.13.30 and the AI SDK (ai 7.0.173) the connection stays open and the server goes on writing, until the answer is whole. A
#   signal that is aborted closes it with @google/genai, @huggingface/inference and the AI SDK, and abort() of the stream with ollama. 2026-11-30.
# For users: abort a signal, or the stream, where an answer is not read to its end; the loop alone stops neither the model nor its bill.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >npm.log
npm install --no-audit --no-fund --ignore-scripts --legacy-peer-deps openai@7.59.0 @anthropic-ai/sdk@1.14.0 @mistralai/mistralai@2.7.0 cohere-ai@8.1.0 \
  @google/genai@3.3.0 ollama@0.6.4 @huggingface/inference@4.13.30 ai@7.0.173 @ai-sdk/openai@4.0.118 zod@4.4.3 >>npm.log 2>&1
cat >run.mjs <<'JS'
import { once } from "node:events";
import { createServer } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import { createOpenAI } from "@ai-sdk/openai";
import Anthropic from "@anthropic-ai/sdk";
import { GoogleGenAI } from "@google/genai";
import { InferenceClient } from "@huggingface/inference";
import { Mistral } from "@mistralai/mistralai";
import { streamText } from "ai";
import { CohereClientV2 } from "cohere-ai";
import { Ollama } from "ollama";
import OpenAI from "openai";
const event = (value) => `event: ${value.type}\ndata: ${JSON.stringify(value)}\n\n`;
const data = (value) => `data: ${JSON.stringify(value)}\n\n`;
const started = { id: "1", type: "message", role: "assistant", model: "m", content: [], stop_reason: null, stop_sequence: null, usage: { input_tokens: 1, output_tokens: 1 } };
const beginning = event({ type: "message_start", message: started }) + event({ type: "content_block_start", index: 0, content_block: { type: "text", text: "" } });
const message = { role: "assistant", content: "word " };
// How each service writes a word of its answer, by the path of its requests.
const pieces = [
  [/^\/v1\/messages/, event({ type: "content_block_delta", index: 0, delta: { type: "text_delta", text: "word " } })],
  [/:streamGenerateContent/, data({ candidates: [{ content: { role: "model", parts: [{ text: "word " }] } }] })],
  [/^\/api\/chat/, `${JSON.stringify({ model: "m", created_at: "2026-11-30T10:00:00Z", message, done: false })}\n`],
  [/^\/v2\/chat/, event({ type: "content-delta", index: 0, delta: { message: { content: { text: "word " } } } })],
  [/completions/, data({ id: "1", object: "chat.completion.chunk", created: 1, model: "m", choices: [{ index: 0, delta: message, finish_reason: null }] })],
];
let isClosed = false;
const server = createServer(async (request, response) => {
  request.resume();
  await once(request, "end");
  const [, piece] = pieces.find(([path]) => path.test(request.url));
  response.writeHead(200, { "content-type": piece.startsWith("{") ? "application/x-ndjson" : "text/event-stream" });
  if (request.url.startsWith("/v1/messages")) response.write(beginning);
  const timer = setInterval(() => response.write(piece), 20);
  response.on("close", () => {
    clearInterval(timer);
    isClosed = true;
  });
});
await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
const address = `http://127.0.0.1:${server.address().port}`;
const messages = [{ role: "user", content: "Tell me a story." }];
const chat = { model: "m", messages, stream: true };
const sdkModel = createOpenAI({ apiKey: "key", baseURL: `${address}/v1` }).chat("m");
const packages = {
  openai: () => new OpenAI({ apiKey: "key", baseURL: `${address}/v1` }).chat.completions.create(chat),
  anthropic: () => new Anthropic({ apiKey: "key", baseURL: address }).messages.create({ ...chat, max_tokens: 9999 }),
  mistral: () => new Mistral({ apiKey: "key", serverURL: address }).chat.stream({ model: "m", messages }),
  cohere: () => new CohereClientV2({ token: "key", environment: address }).chatStream({ model: "m", messages }),
  google: (abortSignal) => new GoogleGenAI({ apiKey: "key", httpOptions: { baseUrl: address } }).models.generateContentStream({ model: "m", contents: "Tell me a story.", config: { abortSignal } }),
  ollama: () => new Ollama({ host: address }).chat(chat),
  huggingface: (signal) => new InferenceClient("key", { endpointUrl: `${address}/v1` }).chatCompletionStream({ model: "m", messages }, { signal }),
  "ai sdk": (abortSignal) => streamText({ model: sdkModel, prompt: "Tell me a story.", abortSignal }).textStream,
};
// What follows the loop does not matter here: an aborted request may be reported as an error.
process.on("unhandledRejection", () => {});
async function leave(ask, isAborted) {
  isClosed = false;
  const controller = new AbortController();
  const stream = await ask(controller.signal);
  let count = 0;
  for await (const part of stream) {
    if (part !== undefined && ++count === 5) break;
  }
  if (isAborted) controller.abort();
  if (isAborted) stream.abort?.();
  await sleep(1000);
  const end = isClosed ? "closed" : "open";
  server.closeAllConnections();
  await sleep(100);
  return end;
}
const found = [];
for (const [name, ask] of Object.entries(packages)) {
  const alone = await leave(ask, false);
  found.push(`${name} ${alone}${alone === "open" ? `, aborted ${await leave(ask, true)}` : ""}`);
}
process.stdout.write(`${found.join("; ")}\n`);
process.exit(0);
JS
seen=$(node run.mjs 2>run.log) || { cat run.log; exit 1; }
open="open, aborted closed"
[[ $seen == "openai closed; anthropic closed; mistral closed; cohere closed; google $open; ollama $open; huggingface $open; ai sdk $open" ]] || { echo "$seen"; exit 1; }
echo "seen: after leaving the loop: $seen"
