#!/usr/bin/env bash
# Question: what becomes of a PDF beside a question if the service behind a package of the AI SDK takes no files?
# Guess: the package refuses it before it sends anything, as the AI SDK's interface provides, or warns.
# Seen: ollama-ai-provider-v2 4.0.1, ai-sdk-ollama 4.3.0 and @databricks/ai-sdk-provider 0.5.1 send the question without the file and do not warn: the model
#   answers about a document that it never saw. qwen-ai-provider-v5 2.1.3 refuses it. 2026-11-30.
# For users: put the text of a document into the question where it is not sure that the model receives files.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >npm.log
npm install --no-audit --no-fund --ignore-scripts --legacy-peer-deps ai@7.0.173 ollama-ai-provider-v2@4.0.1 ai-sdk-ollama@4.3.0 \
  @databricks/ai-sdk-provider@0.5.1 qwen-ai-provider-v5@2.1.3 zod@4.4.3 >>npm.log 2>&1
cat >run.mjs <<'JS'
import { createServer } from "node:http";
import { createDatabricksProvider } from "@databricks/ai-sdk-provider";
import { generateText } from "ai";
import { createOllama as createSdkOllama } from "ai-sdk-ollama";
import { createOllama } from "ollama-ai-provider-v2";
import { createQwen } from "qwen-ai-provider-v5";
globalThis.AI_SDK_LOG_WARNINGS = false;
let sent = "nothing";
const pdf = Buffer.from("%PDF-1.4\n1 0 obj <</Type/Catalog/Pages 2 0 R>> endobj\n2 0 obj <</Type/Pages/Kids[]/Count 0>> endobj\ntrailer <</Root 1 0 R>>\n%%EOF\n");
const server = createServer(async (request, response) => {
  let body = "";
  for await (const chunk of request) body += chunk;
  sent = body.includes(pdf.toString("base64")) ? "the file" : JSON.stringify(JSON.parse(body).messages.at(-1).content);
  const message = { role: "assistant", content: "It is fine." };
  const ollama = { created_at: "2026-11-30T10:00:00Z", message, done: true, done_reason: "stop", prompt_eval_count: 5, eval_count: 3 };
  const chat = { id: "1", object: "chat.completion", created: 1, choices: [{ index: 0, message, finish_reason: "stop" }], usage: { prompt_tokens: 5, completion_tokens: 3, total_tokens: 8 } };
  response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify({ model: "m", ...(request.url === "/api/chat" ? ollama : chat) }));
});
await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
const baseURL = `http://127.0.0.1:${server.address().port}`;
const models = {
  "ollama-ai-provider-v2": createOllama({ baseURL: `${baseURL}/api` })("m"),
  "ai-sdk-ollama": createSdkOllama({ baseURL })("m"),
  "@databricks/ai-sdk-provider": createDatabricksProvider({ baseURL }).chatCompletions("m"),
  "qwen-ai-provider-v5": createQwen({ apiKey: "key", baseURL })("m"),
};
const content = [{ type: "text", text: "Is this contract fine?" }, { type: "file", mediaType: "application/pdf", data: pdf.toString("base64") }];
const found = [];
for (const [name, model] of Object.entries(models)) {
  sent = "nothing";
  const asked = generateText({ model, messages: [{ role: "user", content }], maxRetries: 0 });
  const end = await asked.then(({ warnings }) => `${warnings?.length ?? 0} warnings`, () => "refused");
  found.push(`${name}: ${sent} sent, ${end}`);
}
console.log(found.join("; "));
process.exit(0);
JS
seen=$(node run.mjs)
question='"Is this contract fine?"'
expected="ollama-ai-provider-v2: $question sent, 0 warnings; ai-sdk-ollama: $question sent, 0 warnings; "
expected+="@databricks/ai-sdk-provider: [{\"type\":\"text\",\"text\":$question}] sent, 0 warnings; qwen-ai-provider-v5: nothing sent, refused"
[[ $seen == "$expected" ]] || { echo "$seen"; exit 1; }
echo "seen: $seen"
