#!/usr/bin/env bash
# Question: does a program with LangChain that may reach only its own model server, as in a company's network, get its answers?
# Guess: yes: a request goes to the server's address and to nowhere else.
# Seen: with `streaming: true`, invoke() of @langchain/openai 1.6.0 (@langchain/core 1.4.0) has the whole answer with its number of tokens, and then asks
#   tiktoken.pages.dev for a table to estimate that number. Where this host cannot be reached, it tries for minutes (3.7 in one run) before it returns
#   the answer, and says nothing meanwhile. Without `streaming`, and with stream(), it asks nobody. 2026-11-30.
# For users: leave `streaming: true` out and call stream() where an answer is to be shown bit by bit, or allow that host.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >npm.log
npm install --no-audit --no-fund --ignore-scripts @langchain/openai@1.6.0 @langchain/core@1.4.0 zod@4.4.3 >>npm.log 2>&1
cat >run.mjs <<'JS'
import { createServer } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import { ChatOpenAI } from "@langchain/openai";
let others = [];
let isSent = false;
const own = globalThis.fetch;
// Only this machine can be reached.
globalThis.fetch = (input, init) => {
  const { hostname } = new URL(input.url ?? input);
  if (hostname === "127.0.0.1") return own(input, init);
  others.push(hostname);
  return Promise.reject(new TypeError("fetch failed"));
};
const usage = { prompt_tokens: 10, completion_tokens: 3, total_tokens: 13 };
const server = createServer(async (request, response) => {
  let body = "";
  for await (const chunk of request) body += chunk;
  const message = { role: "assistant", content: "A fox." };
  const same = { id: "1", created: 1, model: "m" };
  response.on("finish", () => (isSent = true));
  if (!JSON.parse(body).stream) {
    const answer = { ...same, object: "chat.completion", choices: [{ index: 0, message, finish_reason: "stop" }], usage };
    return response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(answer));
  }
  const event = (rest) => `data: ${JSON.stringify({ ...same, object: "chat.completion.chunk", ...rest })}\n\n`;
  response.writeHead(200, { "content-type": "text/event-stream" });
  response.end(`${event({ choices: [{ index: 0, delta: message, finish_reason: "stop" }] })}${event({ choices: [], usage })}data: [DONE]\n\n`);
});
await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
const settings = { model: "m", apiKey: "key", configuration: { baseURL: `http://127.0.0.1:${server.address().port}/v1` } };
const ways = {
  invoke: () => new ChatOpenAI(settings).invoke("Draw"),
  stream: async () => {
    let all;
    for await (const part of await new ChatOpenAI(settings).stream("Draw")) all = all ? all.concat(part) : part;
    return all;
  },
  "invoke with streaming": () => new ChatOpenAI({ ...settings, streaming: true }).invoke("Draw"),
};
const found = [];
for (const [name, ask] of Object.entries(ways)) {
  others = [];
  isSent = false;
  // Ten seconds are enough for an answer that the server has sent at once.
  const answer = await Promise.race([ask(), sleep(10_000)]);
  found.push(`${name}: ${isSent ? "sent" : "not sent"}, ${answer ? `answer with ${answer.usage_metadata.output_tokens} tokens` : "no answer after 10 s"}, ${[...new Set(others)].join(" ") || "nobody"} asked${others.length > 1 ? " again and again" : ""}`);
}
process.stdout.write(`${found.join("; ")}\n`);
process.exit(0);
JS
seen=$(node run.mjs 2>run.log) || { cat run.log; exit 1; }
expected="invoke: sent, answer with 3 tokens, nobody asked; stream: sent, answer with 3 tokens, nobody asked; "
expected+="invoke with streaming: sent, no answer after 10 s, tiktoken.pages.dev asked again and again"
[[ $seen == "$expected" ]] || { echo "$seen"; exit 1; }
echo "seen: $seen"
