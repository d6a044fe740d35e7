#!/usr/bin/env bash
# Question: are the four images that are asked for with one seed four different ones?
# Guess: yes: where a model makes one image at a time, the AI SDK counts the seed up for each request, or warns.
# Seen: ai 7.0.173 sends four times the same request with the same seed, without a warning, with @ai-sdk/replicate 3.0.46, @ai-sdk/fal 3.0.41,
#   @ai-sdk/togetherai 3.0.54 and @ai-sdk/fireworks 3.0.62: a model that follows the seed makes one picture four times, and each is billed. 2026-11-30.
# For users: ask for one image for each seed where a seed is set.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >npm.log
npm install --no-audit --no-fund --ignore-scripts --legacy-peer-deps ai@7.0.173 @ai-sdk/replicate@3.0.46 @ai-sdk/fal@3.0.41 @ai-sdk/togetherai@3.0.54 \
  @ai-sdk/fireworks@3.0.62 zod@4.4.3 >>npm.log 2>&1
cat >run.mjs <<'JS'
import { createServer } from "node:http";
import { createFal } from "@ai-sdk/fal";
import { createFireworks } from "@ai-sdk/fireworks";
import { createReplicate } from "@ai-sdk/replicate";
import { createTogetherAI } from "@ai-sdk/togetherai";
import { generateImage } from "ai";
globalThis.AI_SDK_LOG_WARNINGS = false;
const png = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";
let bodies = [];
let baseURL = "";
const server = createServer(async (request, response) => {
  let body = "";
  for await (const chunk of request) body += chunk;
  if (request.method === "GET" || request.url.includes("accounts/fireworks")) response.writeHead(200, { "content-type": "image/png" });
  if (request.method === "GET") return response.end(Buffer.from(png, "base64"));
  bodies.push(body);
  if (request.url.includes("accounts/fireworks")) return response.end(Buffer.from(png, "base64"));
  const url = `${baseURL}/a.png`;
  const answer = { id: "1", status: "succeeded", output: [url], urls: { get: url }, images: [{ url, width: 1, height: 1, content_type: "image/png" }], data: [{ b64_json: png }] };
  response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(answer));
});
await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
baseURL = `http://127.0.0.1:${server.address().port}`;
const settings = { apiKey: "key", baseURL };
const models = {
  replicate: createReplicate({ apiToken: "key", baseURL }).image("black-forest-labs/flux-schnell"),
  fal: createFal(settings).image("fal-ai/flux/schnell"),
  together: createTogetherAI(settings).image("black-forest-labs/FLUX.1-schnell"),
  fireworks: createFireworks(settings).image("accounts/fireworks/models/playground-v2-5-1024px-aesthetic"),
};
const found = [];
for (const [name, model] of Object.entries(models)) {
  bodies = [];
  const { images, warnings } = await generateImage({ model, prompt: "A fox", n: 4, seed: 7, maxRetries: 0 });
  const seeds = bodies.map((body) => JSON.parse(body)).map(({ seed, input }) => seed ?? input?.seed);
  found.push(`${name} ${images.length} images, seeds ${seeds.join(" ")}, ${new Set(bodies).size === 1 ? "requests alike" : "other requests"}, ${warnings.length} warnings`);
}
process.stdout.write(`${found.join("; ")}\n`);
process.exit(0);
JS
seen=$(node run.mjs 2>run.log) || { cat run.log; exit 1; }
alike="4 images, seeds 7 7 7 7, requests alike, 0 warnings"
[[ $seen == "replicate $alike; fal $alike; together $alike; fireworks $alike" ]] || { echo "$seen"; exit 1; }
echo "seen: $seen"
