#!/usr/bin/env bash
# Question: what does a program learn if Ollama fails in the middle of an answer? It then sends a line with "error" in the stream that began with 200.
# Guess: the packages that the AI SDK has for it report the error.
# Seen: ollama-ai-provider-v2 4.0.1 writes that it could not read a line to the console and ends the stream without an error part: half an answer looks
#   like a whole one, with the finish reason "other". ai-sdk-ollama 4.3.0 throws the error. 2026-11-30.
# For users: with that package, take only "stop", "length" and "tool-calls" for the end of an answer.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >npm.log
npm install --no-audit --no-fund --ignore-scripts ai@7.0.173 ollama-ai-provider-v2@4.0.1 ai-sdk-ollama@4.3.0 zod@4.4.3 >>npm.log 2>&1
cat >run.mjs <<'JS'
import { createServer } from "node:http";
import { streamText } from "ai";
import { createOllama as createSdkOllama } from "ai-sdk-ollama";
import { createOllama } from "ollama-ai-provider-v2";
globalThis.AI_SDK_LOG_WARNINGS = false;
const line = { model: "m", created_at: "2026-11-30T10:00:00Z", message: { role: "assistant", content: "Half a" }, done: false };
const server = createServer(async (request, response) => {
  for await (const _ of request);
  response.writeHead(200, { "content-type": "application/x-ndjson" });
  response.write(`${JSON.stringify(line)}\n`);
  setTimeout(() => response.end(`${JSON.stringify({ error: "an error was encountered while running the model" })}\n`), 100);
});
await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
const address = `http://127.0.0.1:${server.address().port}`;
const models = { "ollama-ai-provider-v2": createOllama({ baseURL: `${address}/api` })("m"), "ai-sdk-ollama": createSdkOllama({ baseURL: address })("m") };
const found = [];
for (const [name, model] of Object.entries(models)) {
  let error = "no error";
  let end = "no end";
  try {
    for await (const part of streamText({ model, prompt: "Hello", maxRetries: 0, onError: () => {} }).fullStream) {
      if (part.type === "error") error = `the error "${part.error.message}"`;
      if (part.type === "finish") end = `the end "${part.finishReason}"`;
    }
  } catch (thrown) {
    error = `throws "${thrown.message}"`;
  }
  found.push(`${name}: ${error}, ${end}`);
}
console.log(found.join("; "));
process.exit(0);
JS
seen=$(node run.mjs 2>/dev/null)
expected='ollama-ai-provider-v2: no error, the end "other"; ai-sdk-ollama: throws "an error was encountered while running the model", no end'
[[ $seen == "$expected" ]] || { echo "$seen"; exit 1; }
echo "seen: $seen"
