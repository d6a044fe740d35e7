#!/usr/bin/env bash
# Question: does a model of the OpenAI Agents SDK see an image of a tool's result if a link to its file stands beside it?
# Guess: yes: text and image reach it as such, and the link as text.
# Seen: @openai/agents 0.20.0 gives text and image as such only if the result has nothing else. With a link, or a sound, the whole result becomes one JSON text, in which the model reads, and pays for, the image's base64. 2026-11-29.
# For users: results for programs that show no links have none, so that thumbnails and view_result are images there.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --no-audit --no-fund --silent @modelcontextprotocol/sdk@1.32.2 @openai/agents@0.20.0 zod@4.4.3
cat >server.mjs <<'JS'
import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { StdioServerTransport } from "@modelcontextprotocol/sdk/server/stdio.js";
const data = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";
const server = new McpServer({ name: "server", version: "1" });
const image = [{ type: "text", text: "Saved heron.png" }, { type: "image", data, mimeType: "image/png" }];
const link = { type: "resource_link", uri: "file:///work/heron.png", name: "heron.png", mimeType: "image/png" };
server.registerTool("alone", { description: "Draws", inputSchema: {} }, async () => ({ content: image }));
server.registerTool("linked", { description: "Draws", inputSchema: {} }, async () => ({ content: [...image, link] }));
await server.connect(new StdioServerTransport());
JS
cat >run.mjs <<'JS'
import { Agent, MCPServerStdio, run, setTracingDisabled, Usage } from "@openai/agents";
setTracingDisabled(true);
const server = new MCPServerStdio({ command: process.execPath, args: ["server.mjs"] });
await server.connect();
async function ask(name) {
  let seen;
  const say = (output) => ({ usage: new Usage(), output: [output] });
  const model = {
    async getResponse({ input }) {
      const result = Array.isArray(input) ? input.find(({ type }) => type === "function_call_result") : undefined;
      if (!result) return say({ type: "function_call", callId: "1", name, arguments: "{}", status: "completed" });
      seen = result.output;
      return say({ type: "message", role: "assistant", status: "completed", content: [{ type: "output_text", text: "ok" }] });
    },
  };
  await run(new Agent({ name: "agent", model, mcpServers: [server] }), "Draw a heron.");
  const parts = Array.isArray(seen) ? seen : [seen];
  const bytesAsText = parts.some(({ text }) => text?.includes("iVBORw0KGgo"));
  return `${name}: ${parts.map(({ type }) => type).join(" and ")}${bytesAsText ? " with the image's base64" : ""}`;
}
console.log(`${await ask("alone")}; ${await ask("linked")}`);
await server.close();
JS
seen=$(node run.mjs 2>/dev/null)
[[ $seen == "alone: input_text and input_image; linked: text with the image's base64" ]] || { echo "$seen"; exit 1; }
echo "seen: $seen"
