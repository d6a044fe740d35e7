#!/usr/bin/env bash
# Question: does an MCP server learn that nobody waits for a tool any more, when a program stops its agent (abortSignal)?
# Guess: yes: the client sends notifications/cancelled, which MCP has for this, so that a picture or a film is not made, and paid for, in vain.
# Seen: the client of @ai-sdk/mcp 2.0.99 throws at once and tells the server nothing: the tool works on to its end. @langchain/mcp-adapters 1.1.4 and
#   @openai/agents 0.20.0 send the notification. 2026-11-30.
# For users: stop such a generation with the server's own tool for it, or in the list of tasks; close() of the client ends a server on standard input and output.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --no-audit --no-fund --silent @ai-sdk/mcp@2.0.99 @langchain/mcp-adapters@1.1.4 @langchain/core@1.4.0 @openai/agents@0.20.0 zod@4.6.7
cat >server.mjs <<'JS'
import { appendFileSync } from "node:fs";
import { createInterface } from "node:readline";
const answers = {
  initialize: ({ protocolVersion }) => ({ protocolVersion, capabilities: { tools: {} }, serverInfo: { name: "studio", version: "1" } }),
  "tools/list": () => ({ tools: [{ name: "draw", description: "Makes a picture.", inputSchema: { type: "object", properties: {} } }] }),
};
for await (const line of createInterface({ input: process.stdin })) {
  const { id, method, params } = JSON.parse(line);
  appendFileSync(process.argv[2], `${method}\n`);
  // A call is never answered here: its picture takes longer than anybody waits.
  if (id === undefined || method === "tools/call") continue;
  const result = answers[method]?.(params);
  process.stdout.write(`${JSON.stringify({ jsonrpc: "2.0", id, ...(result ? { result } : { error: { code: -32601, message: "unknown" } }) })}\n`);
}
JS
cat >run.mjs <<'JS'
import { readFileSync } from "node:fs";
import { setTimeout } from "node:timers/promises";
import { createMCPClient } from "@ai-sdk/mcp";
import { Experimental_StdioMCPTransport } from "@ai-sdk/mcp/mcp-stdio";
import { MultiServerMCPClient } from "@langchain/mcp-adapters";
import { Agent, MCPServerStdio, run, setTracingDisabled, Usage } from "@openai/agents";
setTracingDisabled(true);
const server = (log) => ({ command: process.execPath, args: ["server.mjs", log] });
const model = {
  getResponse: async () => ({ usage: new Usage(), output: [{ type: "function_call", callId: "a", name: "draw", arguments: "{}", status: "completed" }] }),
};
const programs = {
  "@ai-sdk/mcp": async (log, abortSignal) => {
    const client = await createMCPClient({ transport: new Experimental_StdioMCPTransport(server(log)) });
    const { draw } = await client.tools();
    await draw.execute({}, { toolCallId: "a", messages: [], abortSignal });
  },
  "@langchain/mcp-adapters": async (log, signal) => {
    const client = new MultiServerMCPClient({ mcpServers: { studio: { transport: "stdio", ...server(log) } } });
    const [draw] = await client.getTools();
    await draw.invoke({}, { signal });
  },
  "@openai/agents": async (log, signal) => {
    const studio = new MCPServerStdio(server(log));
    await studio.connect();
    await run(new Agent({ name: "painter", instructions: "Draw.", model, mcpServers: [studio] }), "Draw a fox.", { signal });
  },
};
const methods = (log) => readFileSync(log, "utf8").split("\n");
for (const [at, [name, start]] of Object.entries(programs).entries()) {
  const log = `log${at}`;
  const leaving = new AbortController();
  const ended = start(log, leaving.signal).then(() => "returned", () => "threw");
  for (let tries = 0; tries < 300; tries += 1) {
    await setTimeout(100);
    try {
      if (methods(log).includes("tools/call")) break;
    } catch {
      // The server has not begun to write.
    }
  }
  leaving.abort();
  const how = await ended;
  await setTimeout(1_000);
  console.log(`${name} ${how}, ${methods(log).includes("notifications/cancelled") ? "told" : methods(log).includes("tools/call") ? "told nothing" : "no call"}`);
}
process.exit(0);
JS
seen=$(node run.mjs 2>/dev/null | tr '\n' ';')
[[ $seen == "@ai-sdk/mcp threw, told nothing;@langchain/mcp-adapters threw, told;@openai/agents threw, told;" ]] || { echo "$seen"; exit 1; }
echo "seen: $seen"
