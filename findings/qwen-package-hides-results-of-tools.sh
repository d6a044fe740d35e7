#!/usr/bin/env bash
# Question: does a model of Qwen read the text of an MCP tool's result through the AI SDK?
# Guess: the text in any case; an image perhaps not.
# Seen: @ai-sdk/mcp 2.0.99 gives a result as a list of parts, and qwen-ai-provider-v5 2.1.3 sends {"type":"content"} instead of a list: text, paths
#   and images are gone, without a warning. The model sees a call that returned nothing. @ai-sdk/openai-compatible 3.0.92 and
#   @ai-sdk/alibaba 2.0.58 send the parts. 2026-11-30.
# For users: speak to Qwen with @ai-sdk/openai-compatible or @ai-sdk/alibaba where tools are used.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >npm.log
npm install --no-audit --no-fund --ignore-scripts --legacy-peer-deps ai@7.0.173 @ai-sdk/mcp@2.0.99 @ai-sdk/openai-compatible@3.0.92 @ai-sdk/alibaba@2.0.58 \
  qwen-ai-provider-v5@2.1.3 @modelcontextprotocol/sdk@1.32.2 zod@4.4.3 >>npm.log 2>&1
cat >server.mjs <<'JS'
import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { StdioServerTransport } from "@modelcontextprotocol/sdk/server/stdio.js";
const server = new McpServer({ name: "server", version: "1" });
server.registerTool("draw", { description: "Draws", inputSchema: {} }, async () => ({ content: [{ type: "text", text: "Saved as fox.png" }] }));
await server.connect(new StdioServerTransport());
JS
cat >run.mjs <<'JS'
import { createAlibaba } from "@ai-sdk/alibaba";
import { createMCPClient } from "@ai-sdk/mcp";
import { Experimental_StdioMCPTransport } from "@ai-sdk/mcp/mcp-stdio";
import { createOpenAICompatible } from "@ai-sdk/openai-compatible";
import { generateText, stepCountIs } from "ai";
import { createQwen } from "qwen-ai-provider-v5";
globalThis.AI_SDK_LOG_WARNINGS = false;
const client = await createMCPClient({ transport: new Experimental_StdioMCPTransport({ command: process.execPath, args: ["server.mjs"] }) });
const tools = await client.tools();
let result = "no result";
async function fetch(_, { body }) {
  const last = JSON.parse(body).messages.at(-1);
  if (last.role === "tool") result = last.content;
  const call = { id: "call_1", type: "function", function: { name: "draw", arguments: "{}" } };
  const message = last.role === "tool" ? { role: "assistant", content: "Done" } : { role: "assistant", content: null, tool_calls: [call] };
  const choices = [{ index: 0, message, finish_reason: last.role === "tool" ? "stop" : "tool_calls" }];
  return Response.json({ id: "1", object: "chat.completion", created: 1, model: "m", choices, usage: { prompt_tokens: 5, completion_tokens: 3, total_tokens: 8 } });
}
const models = {
  "qwen-ai-provider-v5": createQwen({ apiKey: "key", fetch })("m"),
  "@ai-sdk/openai-compatible": createOpenAICompatible({ name: "qwen", baseURL: "https://qwen.example/v1", apiKey: "key", fetch })("m"),
  "@ai-sdk/alibaba": createAlibaba({ apiKey: "key", fetch })("m"),
};
const found = [];
for (const [name, model] of Object.entries(models)) {
  result = "no result";
  await generateText({ model, tools, prompt: "Draw a fox", stopWhen: stepCountIs(2) });
  found.push(`${name}: ${typeof result === "string" ? result : JSON.stringify(result)}`);
}
await client.close();
console.log(found.join("; "));
JS
seen=$(node run.mjs)
parts='[{"type":"text","text":"Saved as fox.png"}]'
expected="qwen-ai-provider-v5: {\"type\":\"content\"}; @ai-sdk/openai-compatible: $parts; @ai-sdk/alibaba: $parts"
[[ $seen == "$expected" ]] || { echo "$seen"; exit 1; }
echo "seen: $seen"
