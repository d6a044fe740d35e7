#!/usr/bin/env bash
# Question: does a model that is asked to change the picture that it has just drawn receive that picture, as the AI SDK keeps it in the conversation?
# Guess: yes, or the package warns, since an answer with a file is part of the interface of the AI SDK.
# Seen: of packages for ai 7.0.173, only @ai-sdk/google 4.0.121 sends the image of an earlier answer. @ai-sdk/openai 4.0.118 (both interfaces),
#   @ai-sdk/openai-compatible 3.0.92, @ai-sdk/anthropic 4.0.105, @ai-sdk/cohere 4.0.52 and @openrouter/ai-sdk-provider 3.1.0, also for models that draw,
#   send "Here it is." without it and do not warn: the model draws another fox. @ai-sdk/mistral 4.0.87 refuses the conversation. 2026-11-30.
# For users: add the picture to the question that is about it, as an image of the user; this is sent by all of them.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >npm.log
npm install --no-audit --no-fund --ignore-scripts --legacy-peer-deps ai@7.0.173 @ai-sdk/openai@4.0.118 @ai-sdk/openai-compatible@3.0.92 \
  @ai-sdk/google@4.0.121 @ai-sdk/anthropic@4.0.105 @ai-sdk/mistral@4.0.87 @ai-sdk/cohere@4.0.52 @openrouter/ai-sdk-provider@3.1.0 zod@4.4.3 >>npm.log 2>&1
cat >run.mjs <<'JS'
import { createServer } from "node:http";
import { createAnthropic } from "@ai-sdk/anthropic";
import { createCohere } from "@ai-sdk/cohere";
import { createGoogle } from "@ai-sdk/google";
import { createMistral } from "@ai-sdk/mistral";
import { createOpenAI } from "@ai-sdk/openai";
import { createOpenAICompatible } from "@ai-sdk/openai-compatible";
import { createOpenRouter } from "@openrouter/ai-sdk-provider";
import { generateText } from "ai";
globalThis.AI_SDK_LOG_WARNINGS = false;
const data = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";
const text = "Done.";
const message = { role: "assistant", content: text };
// An answer of each service, by the path of its requests.
const answers = [
  [/responses$/, { id: "1", object: "response", created_at: 1, model: "m", output: [{ type: "message", id: "2", role: "assistant", status: "completed", content: [{ type: "output_text", text, annotations: [] }] }], usage: { input_tokens: 1, output_tokens: 1 } }],
  [/generateContent$/, { candidates: [{ content: { role: "model", parts: [{ text }] }, finishReason: "STOP" }] }],
  [/messages$/, { type: "message", id: "1", model: "m", role: "assistant", content: [{ type: "text", text }], stop_reason: "end_turn", usage: { input_tokens: 1, output_tokens: 1 } }],
  [/\/chat$/, { generation_id: "1", message: { role: "assistant", content: [{ type: "text", text }] }, finish_reason: "COMPLETE", usage: { tokens: { input_tokens: 1, output_tokens: 1 } } }],
  [/completions$/, { id: "1", object: "chat.completion", created: 1, model: "m", choices: [{ index: 0, message, finish_reason: "stop" }], usage: { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 } }],
];
let sent = "";
const server = createServer(async (request, response) => {
  sent = "";
  for await (const chunk of request) sent += chunk;
  const [, answer] = answers.find(([path]) => path.test(request.url));
  response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(answer));
});
await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
const settings = { apiKey: "key", baseURL: `http://127.0.0.1:${server.address().port}` };
const models = {
  google: createGoogle(settings)("gemini-2.5-flash-image"),
  responses: createOpenAI(settings).responses("gpt-5"),
  chat: createOpenAI(settings).chat("gpt-5"),
  compatible: createOpenAICompatible({ name: "own", ...settings })("m"),
  anthropic: createAnthropic(settings)("claude-sonnet-4-5"),
  cohere: createCohere(settings)("command-a-vision-07-2025"),
  openrouter: createOpenRouter(settings).chat("google/gemini-2.5-flash-image"),
  mistral: createMistral(settings)("pixtral-large-latest"),
};
const drawn = [{ role: "user", content: "Draw a fox" }, { role: "assistant", content: [{ type: "text", text: "Here it is." }, { type: "file", mediaType: "image/png", data }] }];
const conversations = {
  "in the answer": [...drawn, { role: "user", content: "Make it red" }],
  "in the question": [{ role: "user", content: [{ type: "file", mediaType: "image/png", data }, { type: "text", text: "Make it red" }] }],
};
const found = [];
for (const [place, messages] of Object.entries(conversations)) {
  const results = [];
  for (const [name, model] of Object.entries(models)) {
    sent = "";
    const warnings = await generateText({ model, messages, maxRetries: 0 }).then((result) => (result.warnings ?? []).length, () => undefined);
    results.push(`${name} ${warnings === undefined ? `refused${sent ? " by the service" : ""}` : `${sent.includes(data) ? "sent" : "not sent"}${warnings ? " with a warning" : ""}`}`);
  }
  found.push(`${place}: ${results.join(", ")}`);
}
process.stdout.write(`${found.join("; ")}\n`);
process.exit(0);
JS
seen=$(node run.mjs 2>run.log) || { cat run.log; exit 1; }
expected="in the answer: google sent, responses not sent, chat not sent, compatible not sent, anthropic not sent, cohere not sent, openrouter not sent, mistral refused; "
expected+="in the question: google sent, responses sent, chat sent, compatible sent, anthropic sent, cohere sent, openrouter sent, mistral sent"
[[ $seen == "$expected" ]] || { echo "$seen"; exit 1; }
echo "seen: the image $seen"
