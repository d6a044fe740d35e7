#!/usr/bin/env bash
# Question: what does a model get of a tool's result that has structured content (MCP's structuredContent) beside its text and image?
# Guess: all of it, or the text and image alone, because the structured content is meant for programs.
# Seen: agents of Genkit (@genkit-ai/mcp 1.42.0) and Mastra (@mastra/mcp 2.0.0, @mastra/core 1.71.0) give the model the structured content alone: the
#   text, the image and the link are gone. Without structured content, the same parts reach the model. 2026-11-30.
# For users: a server that adds structured content has to repeat in it all that a model needs. Results of this product have none, so that text and
#   thumbnails stay.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >npm.log
# Without the optional packages for clouds, which are 200 MB; Genkit cannot start without the one that checks schemas.
npm install --no-audit --no-fund --ignore-scripts --omit=optional genkit@1.42.0 @genkit-ai/mcp@1.42.0 @mastra/core@1.71.0 @mastra/mcp@2.0.0 \
  @modelcontextprotocol/sdk@1.32.2 @cfworker/json-schema@4.1.1 zod@4.4.3 >>npm.log 2>&1
cat >server.mjs <<'JS'
import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { StdioServerTransport } from "@modelcontextprotocol/sdk/server/stdio.js";
const data = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";
const content = [
  { type: "text", text: "A fox, drawn in ink" },
  { type: "image", data, mimeType: "image/png" },
  { type: "resource_link", uri: "file:///work/fox.png", name: "fox.png" },
];
const server = new McpServer({ name: "server", version: "1" });
server.registerTool("draw", { description: "Draws", inputSchema: {} }, async () => ({ content }));
server.registerTool("measure", { description: "Draws", inputSchema: {} }, async () => ({ content, structuredContent: { cost: 4 } }));
await server.connect(new StdioServerTransport());
JS
cat >run.mjs <<'JS'
import { createServer } from "node:http";
import { createMcpClient } from "@genkit-ai/mcp";
import { Agent } from "@mastra/core/agent";
import { MCPClient } from "@mastra/mcp";
import { genkit } from "genkit";
const command = { command: process.execPath, args: ["server.mjs"] };
const describe = (seen) => {
  const has = (text) => JSON.stringify(seen).includes(text);
  return [has("drawn in ink") && "text", has("iVBORw0KGgo") && "image", has("file:///work/fox.png") && "link", has("cost") && "structured content"].filter(Boolean).join(" ") || "nothing";
};
async function askGenkit(name) {
  let seen = "";
  const ai = genkit({});
  const client = createMcpClient({ name: "server", mcpServer: command });
  const tools = (await client.getActiveTools(ai)).filter((tool) => tool.__action.name.endsWith(name));
  const usual = { finishReason: "stop" };
  ai.defineModel({ name: "model", supports: { tools: true, multiturn: true } }, async ({ messages, tools: [tool] }) => {
    if (messages.at(-1).role !== "tool") return { ...usual, message: { role: "model", content: [{ toolRequest: { name: tool.name, ref: "1", input: {} } }] } };
    seen = messages.at(-1);
    return { ...usual, message: { role: "model", content: [{ text: "Done" }] } };
  });
  await ai.generate({ model: "model", prompt: "Draw a fox", tools });
  await client.disable();
  return describe(seen);
}
async function askMastra(name) {
  let seen = "";
  const server = createServer(async (request, response) => {
    let body = "";
    for await (const chunk of request) body += chunk;
    const { messages, tools } = JSON.parse(body);
    const isEnd = messages.at(-1).role === "tool";
    if (isEnd) seen = messages.at(-1);
    const call = { index: 0, id: "call_1", type: "function", function: { name: tools[0].function.name, arguments: "{}" } };
    const delta = isEnd ? { role: "assistant", content: "Done" } : { role: "assistant", tool_calls: [call] };
    const event = (change, finish_reason) => `data: ${JSON.stringify({ id: "1", object: "chat.completion.chunk", created: 1, model: "m", choices: [{ index: 0, delta: change, finish_reason }] })}\n\n`;
    response.writeHead(200, { "content-type": "text/event-stream" });
    response.end(`${event(delta, null)}${event({}, isEnd ? "stop" : "tool_calls")}data: [DONE]\n\n`);
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  const client = new MCPClient({ id: name, servers: { server: command } });
  const tools = Object.fromEntries(Object.entries(await client.listTools()).filter(([key]) => key.endsWith(name)));
  const model = { id: "own/model", url: `http://127.0.0.1:${server.address().port}/v1`, apiKey: "key" };
  const agent = new Agent({ id: "agent", name: "agent", instructions: "Draw.", model, tools });
  const stream = await agent.stream("Draw a fox", { maxSteps: 2 });
  await stream.text;
  await client.disconnect();
  server.close();
  return describe(seen);
}
const found = [];
for (const [name, ask] of Object.entries({ Genkit: askGenkit, Mastra: askMastra })) found.push(`${name}: ${await ask("draw")}; with structured content: ${await ask("measure")}`);
process.stdout.write(`${found.join("; ")}\n`);
process.exit(0);
JS
seen=$(node run.mjs 2>run.log | tail -n 1) || { cat run.log; exit 1; }
expected="Genkit: text image link; with structured content: structured content; Mastra: text image link; with structured content: structured content"
[[ $seen == "$expected" ]] || { echo "$seen"; exit 1; }
echo "seen: $seen"
