#!/usr/bin/env bash
# Question: what becomes of a tool's result with a link to the file that it saved (MCP's `resource_link`) in an agent of LangChain?
# Guess: the adapter writes the link as text, and the model reads the address.
# Seen: @langchain/mcp-adapters 1.1.4 makes a file block with an address of it, and the models of @langchain/openai 1.5.8 and @langchain/anthropic 1.5.11 refuse this block before they send anything: the conversation ends after a tool that worked. 2026-11-29.
# For users: links of results go only to programs that show them; every answer has the paths in its text.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --no-audit --no-fund --silent @modelcontextprotocol/sdk@1.32.2 @langchain/mcp-adapters@1.1.4 @langchain/core@1.4.0 @langchain/openai@1.5.8 @langchain/anthropic@1.5.11
cat >server.mjs <<'JS'
import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { StdioServerTransport } from "@modelcontextprotocol/sdk/server/stdio.js";
const server = new McpServer({ name: "server", version: "1" });
const said = { type: "text", text: "Saved heron.png" };
const link = { type: "resource_link", uri: "file:///work/heron.png", name: "heron.png", mimeType: "image/png" };
server.registerTool("text", { description: "Draws", inputSchema: {} }, async () => ({ content: [said] }));
server.registerTool("link", { description: "Draws", inputSchema: {} }, async () => ({ content: [said, link] }));
await server.connect(new StdioServerTransport());
JS
cat >run.mjs <<'JS'
import { ChatAnthropic } from "@langchain/anthropic";
import { AIMessage, HumanMessage } from "@langchain/core/messages";
import { MultiServerMCPClient } from "@langchain/mcp-adapters";
import { ChatOpenAI } from "@langchain/openai";
const agent = new MultiServerMCPClient({ mcpServers: { server: { transport: "stdio", command: process.execPath, args: ["server.mjs"] } } });
async function second(model, tool) {
  let sent = 0;
  const fetch = async () => {
    sent += 1;
    return Response.json({ error: { message: "no model here" } }, { status: 400 });
  };
  const facts = { apiKey: "none", model, maxRetries: 0 };
  const chat = model === "gpt" ? new ChatOpenAI({ ...facts, configuration: { fetch } }) : new ChatAnthropic({ ...facts, clientOptions: { fetch } });
  const result = await tool.invoke({ type: "tool_call", id: "call_1", name: tool.name, args: {} });
  const call = new AIMessage({ content: "", tool_calls: [{ id: "call_1", name: tool.name, args: {}, type: "tool_call" }] });
  await chat.invoke([new HumanMessage("Draw a heron."), call, result]).catch(() => undefined);
  return sent === 0 ? "never sent" : "sent";
}
const found = [];
for (const tool of await agent.getTools())
  for (const model of ["gpt", "claude"]) found.push(`${tool.name} to ${model} ${await second(model, tool)}`);
await agent.close();
console.log(found.join(", "));
JS
seen=$(node run.mjs 2>/dev/null)
[[ $seen == "text to gpt sent, text to claude sent, link to gpt never sent, link to claude never sent" ]] || { echo "$seen"; exit 1; }
echo "seen: $seen"
