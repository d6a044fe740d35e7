#!/usr/bin/env bash
# Question: is an MCP server on standard input and output one process when a gateway offers it over HTTP, so that what it counts for a session is right?
# Guess: yes: the gateway starts the command once, and passes messages on.
# Seen: supergateway 4.0.0 with --outputTransport streamableHttp starts the command again for every request, and its --stateful once for each client; mcp-proxy 6.7.19 starts it once for all. 2026-11-29.
# For users: behind such a gateway a limit for a session (--max-cost) begins at nothing with each call. Share a server with its own --http, or set --max-cost-per-day, which is counted in the journal.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --no-audit --no-fund --silent supergateway@4.0.0 mcp-proxy@6.7.19 @modelcontextprotocol/sdk@1.32.2 zod@4.4.3
cat >server.mjs <<'JS'
import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { StdioServerTransport } from "@modelcontextprotocol/sdk/server/stdio.js";
const server = new McpServer({ name: "server", version: "1" });
let calls = 0;
server.registerTool("count", { description: "count", inputSchema: {} }, async () => ({ content: [{ type: "text", text: `${++calls}` }] }));
await server.connect(new StdioServerTransport());
process.stdin.on("end", () => process.exit());
JS
cat >run.mjs <<'JS'
import { spawn } from "node:child_process";
import { createServer } from "node:net";
import { setTimeout as wait } from "node:timers/promises";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
const command = `${process.execPath} server.mjs`;
const over = ["supergateway", "--stdio", command, "--outputTransport", "streamableHttp", "--logLevel", "none", "--port"];
const gateways = { supergateway: (port) => [...over, port], "--stateful": (port) => [...over, port, "--stateful"], "mcp-proxy": (port) => ["mcp-proxy", "--port", port, process.execPath, "server.mjs"] };
async function freePort() {
  const server = createServer().listen(0, "127.0.0.1");
  await new Promise((resolve) => server.once("listening", resolve));
  const { port } = server.address();
  await new Promise((resolve) => server.close(resolve));
  return String(port);
}
async function connect(port) {
  for (let left = 80; ; left -= 1) {
    const client = new Client({ name: "client", version: "1" });
    try {
      await client.connect(new StreamableHTTPClientTransport(new URL(`http://127.0.0.1:${port}/mcp`)));
      return client;
    } catch (error) {
      if (left === 0) throw error;
      await wait(250);
    }
  }
}
const found = [];
for (const [name, write] of Object.entries(gateways)) {
  const port = await freePort();
  const [program, ...options] = write(port);
  const gateway = spawn(`node_modules/.bin/${program}`, options, { stdio: "ignore", detached: true });
  try {
    const counts = [];
    for (const client of [await connect(port), await connect(port)])
      for (let call = 0; call < 2; call += 1) counts.push((await client.callTool({ name: "count", arguments: {} })).content[0].text);
    found.push(`${name} ${counts.join(" ")}`);
  } finally {
    process.kill(-gateway.pid, "SIGTERM");
  }
}
console.log(found.join("; "));
process.exit(0);
JS
seen=$(node run.mjs)
[[ $seen == "supergateway 1 1 1 1; --stateful 1 2 1 2; mcp-proxy 1 2 3 4" ]] || { echo "$seen"; exit 1; }
echo "seen: $seen"
