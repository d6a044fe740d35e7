#!/usr/bin/env bash
# Question: do the temperature and the limit of an answer reach Ollama through the packages that the AI SDK has for it?
# Guess: both packages write them into `options`, the only place where Ollama's /api/chat has them, as temperature and num_predict.
# Seen: ollama-ai-provider-v2 4.0.1 writes them beside it, the limit as max_output_tokens, and does not warn: the engine goes on with its defaults. It
#   warns that seed and topK are unsupported, which Ollama does have. ai-sdk-ollama 4.3.0 writes all of them into `options`. 2026-11-30.
# For users: give them as providerOptions: { ollama: { options: { … } } }, or use Ollama's /v1 interface, as this product does.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >npm.log
npm install --no-audit --no-fund --ignore-scripts ai@7.0.173 ollama-ai-provider-v2@4.0.1 ai-sdk-ollama@4.3.0 zod@4.4.3 >>npm.log 2>&1
cat >run.mjs <<'JS'
import { createServer } from "node:http";
import { generateText } from "ai";
import { createOllama as createSdkOllama } from "ai-sdk-ollama";
import { createOllama } from "ollama-ai-provider-v2";
globalThis.AI_SDK_LOG_WARNINGS = false;
let sent = {};
const server = createServer(async (request, response) => {
  let body = "";
  for await (const chunk of request) body += chunk;
  sent = JSON.parse(body);
  const counts = { total_duration: 4, load_duration: 1, prompt_eval_count: 5, prompt_eval_duration: 1, eval_count: 3, eval_duration: 2 };
  const answer = { model: "m", created_at: "2026-11-30T10:00:00Z", message: { role: "assistant", content: "A fox" }, done: true, done_reason: "stop", ...counts };
  response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(answer));
});
await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
const address = `http://127.0.0.1:${server.address().port}`;
const asked = { prompt: "Hello", temperature: 0.5, maxOutputTokens: 9, topK: 3, seed: 7 };
const runs = {
  "ollama-ai-provider-v2": [createOllama({ baseURL: `${address}/api` }), {}],
  "the same with options of its own": [createOllama({ baseURL: `${address}/api` }), { ollama: { options: { temperature: 0.5, num_predict: 9 } } }],
  "ai-sdk-ollama": [createSdkOllama({ baseURL: address }), {}],
};
const list = (fields, names) => names.filter((name) => fields?.[name] !== undefined).join(" ") || "nothing";
const found = [];
for (const [name, [provider, providerOptions]] of Object.entries(runs)) {
  const { warnings } = await generateText({ model: provider("m"), ...asked, providerOptions });
  const outside = list(sent, ["temperature", "max_output_tokens", "num_predict", "top_k", "seed"]);
  const inside = list(sent.options, ["temperature", "num_predict", "top_k", "seed"]);
  found.push(`${name}: ${inside} in options, ${outside} beside it, warnings for ${warnings.map(({ details }) => details).join(" ") || "nothing"}`);
}
console.log(found.join("; "));
process.exit(0);
JS
seen=$(node run.mjs)
expected="ollama-ai-provider-v2: nothing in options, temperature max_output_tokens beside it, warnings for topK seed; "
expected+="the same with options of its own: temperature num_predict in options, temperature max_output_tokens beside it, warnings for topK seed; "
expected+="ai-sdk-ollama: temperature num_predict top_k seed in options, nothing beside it, warnings for nothing"
[[ $seen == "$expected" ]] || { echo "$seen"; exit 1; }
echo "seen: $seen"
