#!/usr/bin/env bash
# Question: what is left of four images of which a service refuses one?
# Guess: the three others, with a warning or in the error: they are made and billed.
# Seen: where a model makes one image at a time, generateImage of ai 7.0.173 asks for all at once and throws the error of the one that was refused;
#   the three others arrive and are in neither a result nor the error. With @ai-sdk/replicate 3.0.46, @ai-sdk/togetherai 3.0.54 and
#   @ai-sdk/openai 4.0.118 (dall-e-3). 2026-11-30.
# For users: ask for one image at a time where prompts are refused now and then, and keep those that arrive.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >npm.log
npm install --no-audit --no-fund --ignore-scripts --legacy-peer-deps ai@7.0.173 @ai-sdk/replicate@3.0.46 @ai-sdk/togetherai@3.0.54 @ai-sdk/openai@4.0.118 \
  zod@4.4.3 >>npm.log 2>&1
cat >run.mjs <<'JS'
import { createServer } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import { createOpenAI } from "@ai-sdk/openai";
import { createReplicate } from "@ai-sdk/replicate";
import { createTogetherAI } from "@ai-sdk/togetherai";
import { generateImage } from "ai";
globalThis.AI_SDK_LOG_WARNINGS = false;
const png = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";
let asked = 0;
let made = 0;
let baseURL = "";
const server = createServer(async (request, response) => {
  request.resume();
  if (request.method === "GET") return response.writeHead(200, { "content-type": "image/png" }).end(Buffer.from(png, "base64"));
  asked += 1;
  if (asked === 3) {
    await sleep(500);
    return response.writeHead(400, { "content-type": "application/json" }).end('{"error":{"message":"This prompt was refused"},"detail":"This prompt was refused"}');
  }
  made += 1;
  const url = `${baseURL}/a.png`;
  response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify({ id: "1", status: "succeeded", output: [url], urls: { get: url }, created: 1, data: [{ b64_json: png }] }));
});
await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
baseURL = `http://127.0.0.1:${server.address().port}`;
const settings = { apiKey: "key", baseURL };
const models = {
  replicate: createReplicate({ apiToken: "key", baseURL }).image("black-forest-labs/flux-schnell"),
  together: createTogetherAI(settings).image("black-forest-labs/FLUX.1-schnell"),
  openai: createOpenAI(settings).image("dall-e-3"),
};
const found = [];
for (const [name, model] of Object.entries(models)) {
  asked = 0;
  made = 0;
  const end = await generateImage({ model, prompt: "A fox", n: 4, maxRetries: 0 }).then(({ images }) => `${images.length} images`, (error) => (JSON.stringify(error).includes(png) || "images" in error ? "an error with images" : "an error without images"));
  found.push(`${name}: ${made} of ${asked} made, ${end}`);
}
process.stdout.write(`${found.join("; ")}\n`);
process.exit(0);
JS
seen=$(node run.mjs 2>run.log) || { cat run.log; exit 1; }
lost="3 of 4 made, an error without images"
[[ $seen == "replicate: $lost; together: $lost; openai: $lost" ]] || { echo "$seen"; exit 1; }
echo "seen: $seen"
