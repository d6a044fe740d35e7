#!/usr/bin/env bash
# Question: does the AI SDK ask again after a 504 whose header x-should-retry says no? Each new request is a new task, and is billed.
# Guess: no: the openai package obeys the header, and the AI SDK speaks to the same servers.
# Seen: ai 7.0.173 with @ai-sdk/openai 4.0.118 sends three requests, openai 7.59.0 one. 2026-11-28.
# For users: a repeated request is attached to the earlier task instead of making, and charging, another.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --no-audit --no-fund --silent ai@7.0.173 @ai-sdk/openai@4.0.118 openai@7.59.0
cat >run.mjs <<'JS'
import { createServer } from "node:http";
import { createOpenAI } from "@ai-sdk/openai";
import { generateText } from "ai";
import OpenAI from "openai";
let count = 0;
const server = createServer((request, response) => {
  count += 1;
  request.resume();
  response.writeHead(504, { "content-type": "application/json", "x-should-retry": "false" });
  response.end('{"error":{"message":"the request timed out","type":"timeout","param":null,"code":"timeout"}}');
});
await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
const baseURL = `http://127.0.0.1:${server.address().port}/v1`;
const counted = async (ask) => {
  count = 0;
  await ask().catch(() => undefined);
  return count;
};
const provider = createOpenAI({ baseURL, apiKey: "none" });
const ai = await counted(() => generateText({ model: provider.responses("m"), prompt: "Hello" }));
const openai = await counted(() => new OpenAI({ baseURL, apiKey: "none" }).responses.create({ model: "m", input: "Hello" }));
console.log(`ai ${ai}, openai ${openai}`);
server.close();
process.exit(0);
JS
seen=$(node run.mjs 2>/dev/null)
[[ $seen == "ai 3, openai 1" ]] || { echo "$seen"; exit 1; }
echo "seen: requests: $seen"
