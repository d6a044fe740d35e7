#!/usr/bin/env bash
# Question: does a gateway that speaks OpenAI's interfaces on both sides pass on all fields of a request?
# Guess: yes; fields that it does not know are none of its business, or it refuses them.
# Seen: @portkey-ai/gateway 1.15.2 sends only the fields of its own list for each provider and answers 200 without a word. For OpenAI's images it drops
#   background, moderation, output_format and output_compression, which OpenAI documents; in chat completions chat_template_kwargs, and for OpenRouter and
#   Together also the seed and service_tier. A WebP that was asked for is a PNG. 2026-11-30.
# For users: behind this gateway, compare the result's format and repeatability with what was asked for; set the address of the engine itself where both
#   matter.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >npm.log
npm install --no-audit --no-fund --ignore-scripts @portkey-ai/gateway@1.15.2 >>npm.log 2>&1
cat >run.mjs <<'JS'
import { spawn } from "node:child_process";
import { once } from "node:events";
import { createServer } from "node:http";
let sent = {};
const engine = createServer(async (request, response) => {
  let body = "";
  for await (const chunk of request) body += chunk;
  sent = JSON.parse(body);
  const choices = [{ index: 0, message: { role: "assistant", content: "A fox" }, finish_reason: "stop" }];
  const answer = request.url.endsWith("/images/generations") ? { created: 1, data: [{ b64_json: "iVBORw0KGgo=" }] } : { id: "1", object: "chat.completion", created: 1, model: "m", choices };
  response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(answer));
});
await once(engine.listen(0, "127.0.0.1"), "listening");
const host = `http://127.0.0.1:${engine.address().port}/v1`;
const free = createServer();
await once(free.listen(0, "127.0.0.1"), "listening");
const { port } = free.address();
free.close();
const start = "node_modules/@portkey-ai/gateway/build/start-server.js";
const gateway = spawn(process.execPath, [start, `--port=${port}`, "--headless"], { env: { ...process.env, TRUSTED_CUSTOM_HOSTS: "127.0.0.1" }, stdio: "ignore" });
const address = `http://127.0.0.1:${port}`;
for (let attempt = 0; attempt < 60 && !(await fetch(address).then(() => true, () => false)); attempt += 1) await new Promise((resolve) => setTimeout(resolve, 500));
const image = { model: "m", prompt: "A fox", size: "1024x1024", quality: "high", background: "transparent", moderation: "low", output_format: "webp", output_compression: 80 };
const chat = { model: "m", messages: [{ role: "user", content: "Hello" }], seed: 7, top_k: 3, service_tier: "auto", chat_template_kwargs: { enable_thinking: false } };
const requests = [
  ["openai", "images/generations", image],
  ["openai", "chat/completions", chat],
  ["openrouter", "chat/completions", chat],
  ["together-ai", "chat/completions", chat],
];
const found = [];
try {
  for (const [provider, path, body] of requests) {
    sent = {};
    const headers = { "content-type": "application/json", authorization: "Bearer key", "x-portkey-provider": provider, "x-portkey-custom-host": host };
    const { status } = await fetch(`${address}/v1/${path}`, { method: "POST", headers, body: JSON.stringify(body) });
    found.push(`${provider} ${path}: ${status}, without ${Object.keys(body).filter((name) => sent[name] === undefined).join(" ")}`);
  }
} finally {
  gateway.kill();
}
console.log(found.join("; "));
process.exit(0);
JS
seen=$(node run.mjs)
expected="openai images/generations: 200, without background moderation output_format output_compression; "
expected+="openai chat/completions: 200, without top_k chat_template_kwargs; "
expected+="openrouter chat/completions: 200, without seed top_k service_tier chat_template_kwargs; "
expected+="together-ai chat/completions: 200, without seed service_tier chat_template_kwargs"
[[ $seen == "$expected" ]] || { echo "$seen"; exit 1; }
echo "seen: $seen"
