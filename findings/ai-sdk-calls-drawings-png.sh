#!/usr/bin/env bash
# Question: what type does the AI SDK give an SVG that a model for drawings returns?
# Guess: that which the service states, image/svg+xml, or that which the bytes have.
# Seen: generateImage of ai 7.0.173 calls it image/png, with @ai-sdk/replicate 3.0.46 and @ai-sdk/fal 3.0.41 (models of Recraft), although the response
#   that brought it, and at fal the answer too, say image/svg+xml; the same for JPEG XL. JPEG, WebP and AVIF have their types. Nothing warns, and what
#   is saved or shown by that type is a broken PNG. 2026-11-30.
# For users: look at the first bytes of such an image yourself ("<svg" or "<?xml") before you save or show it.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >npm.log
npm install --no-audit --no-fund --legacy-peer-deps ai@7.0.173 @ai-sdk/replicate@3.0.46 @ai-sdk/fal@3.0.41 zod@4.4.3 sharp@0.35.5 >>npm.log 2>&1
cat >run.mjs <<'JS'
import { createServer } from "node:http";
import { createFal } from "@ai-sdk/fal";
import { createReplicate } from "@ai-sdk/replicate";
import { generateImage } from "ai";
import sharp from "sharp";
globalThis.AI_SDK_LOG_WARNINGS = false;
let body = "";
let type = "";
let baseURL = "";
const server = createServer((request, response) => {
  request.resume();
  const url = `${baseURL}/file`;
  if (request.method === "GET") return response.writeHead(200, { "content-type": type }).end(body);
  const answer = { id: "1", status: "succeeded", output: [url], urls: { get: url }, images: [{ url, content_type: type }] };
  response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(answer));
});
await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
baseURL = `http://127.0.0.1:${server.address().port}`;
const models = {
  replicate: createReplicate({ apiToken: "key", baseURL }).image("recraft-ai/recraft-v3-svg"),
  fal: createFal({ apiKey: "key", baseURL }).image("fal-ai/recraft/v3/text-to-image"),
};
const picture = sharp({ create: { width: 16, height: 16, channels: 3, background: "red" } });
const svg = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><circle r="9"/></svg>';
const files = {
  "image/svg+xml": [svg, `<?xml version="1.0" encoding="UTF-8"?>\n${svg}`],
  "image/jxl": [Buffer.concat([Buffer.from([0xff, 0x0a]), Buffer.alloc(40)])],
  "image/jpeg": [await picture.clone().jpeg().toBuffer()],
  "image/webp": [await picture.clone().webp().toBuffer()],
  "image/avif": [await picture.clone().avif().toBuffer()],
};
const found = [];
for (const [name, model] of Object.entries(models)) {
  const types = [];
  for (const [stated, bodies] of Object.entries(files)) {
    type = stated;
    const called = [];
    for (body of bodies) {
      const { image, warnings } = await generateImage({ model, prompt: "A fox" });
      called.push(warnings.length > 0 ? "warned" : image.mediaType);
    }
    types.push(`${stated} is ${[...new Set(called)].join(" or ")}`);
  }
  found.push(`${name}: ${types.join(", ")}`);
}
process.stdout.write(`${found.join("; ")}\n`);
process.exit(0);
JS
seen=$(node run.mjs 2>run.log) || { cat run.log; exit 1; }
types="image/svg+xml is image/png, image/jxl is image/png, image/jpeg is image/jpeg, image/webp is image/webp, image/avif is image/avif"
[[ $seen == "replicate: $types; fal: $types" ]] || { echo "$seen"; exit 1; }
echo "seen: $seen"
