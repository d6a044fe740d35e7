#!/usr/bin/env bash
# Question: may a tool add a field to its structured content (MCP's structuredContent) that its output schema does not name?
# Guess: yes, or its own server refuses it: server and client are one package, @modelcontextprotocol/sdk.
# Seen: @modelcontextprotocol/sdk 1.32.2 checks the result on the server without the new field and sends it with the field, and announces a schema that
#   forbids other fields. Its client then ends the call with an error after the tool has worked; but only if it has listed the tools before, otherwise
#   it returns the result. 2026-11-30.
# For users: a call that failed in this way has been billed. Tools of this product announce no output schema.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >npm.log
npm install --no-audit --no-fund --ignore-scripts @modelcontextprotocol/sdk@1.32.2 zod@4.4.3 >>npm.log 2>&1
cat >run.mjs <<'JS'
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { InMemoryTransport } from "@modelcontextprotocol/sdk/inMemory.js";
import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import * as z from "zod";
let calls = 0;
const server = new McpServer({ name: "server", version: "1" });
server.registerTool("draw", { description: "Draws", inputSchema: {}, outputSchema: { path: z.string() } }, async () => {
  calls += 1;
  return { content: [{ type: "text", text: "fox.png" }], structuredContent: { path: "fox.png", cost: 4 } };
});
const client = new Client({ name: "client", version: "1" });
const [one, other] = InMemoryTransport.createLinkedPair();
await Promise.all([server.connect(one), client.connect(other)]);
const call = () => client.callTool({ name: "draw", arguments: {} }).then(({ structuredContent }) => Object.keys(structuredContent).join(" "), (error) => error.message.replace(/^.*: /, ""));
const before = await call();
const { tools } = await client.listTools();
const after = await call();
console.log(`before tools/list: ${before}; schema: additionalProperties ${tools[0].outputSchema.additionalProperties}; after it: ${after}; the tool ran ${calls} times`);
JS
seen=$(node run.mjs)
expected="before tools/list: path cost; schema: additionalProperties false; after it: data must NOT have additional properties; the tool ran 2 times"
[[ $seen == "$expected" ]] || { echo "$seen"; exit 1; }
echo "seen: $seen"
