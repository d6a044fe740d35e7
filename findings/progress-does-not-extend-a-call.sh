#!/usr/bin/env bash
# Question: does a tool call of an agent live as long as the server reports its progress?
# Guess: yes: progress shows that the server works.
# Seen: the client of @modelcontextprotocol/sdk 1.32.2 gives up after its time limit (60 s by default) although progress arrives all the time; only resetTimeoutOnProgress, which is off by default, changes that. 2026-11-29.
# For users: long generations answer at once with a task, and agents ask for it; they do not depend on the client's time limit.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --no-audit --no-fund --silent @modelcontextprotocol/sdk@1.32.2
cat >run.mjs <<'JS'
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { InMemoryTransport } from "@modelcontextprotocol/sdk/inMemory.js";
import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
const wait = (ms) => new Promise((resolve) => setTimeout(resolve, ms));
const server = new McpServer({ name: "server", version: "1" });
server.registerTool("draw", { description: "Draws", inputSchema: {} }, async (_, { _meta, sendNotification }) => {
  for (let progress = 1; progress <= 10; progress += 1) {
    await wait(200);
    await sendNotification({ method: "notifications/progress", params: { progressToken: _meta.progressToken, progress } });
  }
  return { content: [{ type: "text", text: "done" }] };
});
const client = new Client({ name: "client", version: "1" });
const [one, other] = InMemoryTransport.createLinkedPair();
await Promise.all([server.connect(one), client.connect(other)]);
async function call(options) {
  let reports = 0;
  const end = client.callTool({ name: "draw", arguments: {} }, undefined, { timeout: 1000, onprogress: () => (reports += 1), ...options });
  const result = await end.then(() => "a result", () => "a timeout");
  return `${result} after ${reports > 0 ? "reports" : "no report"}`;
}
console.log(`usual: ${await call({})}, with resetTimeoutOnProgress: ${await call({ resetTimeoutOnProgress: true })}`);
process.exit(0);
JS
seen=$(node run.mjs)
[[ $seen == "usual: a timeout after reports, with resetTimeoutOnProgress: a result after reports" ]] || { echo "$seen"; exit 1; }
echo "seen: $seen"
