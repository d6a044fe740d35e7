#!/usr/bin/env bash
# Question: does a text reach a tool as it was written on the command line of MCP's inspector, if the tool's schema says that it is a text?
# Guess: yes: the inspector has read the schema.
# Seen: @modelcontextprotocol/inspector 2.12.0 (--cli, --tool-arg) reads every value as JSON first, whatever the schema says: a text in quotation marks
#   loses them, "1984" and "true" are refused by the server as a number and a boolean, and "007", which is no JSON, stays a text. 2026-11-30.
# For users: write such a prompt as a JSON string, with quotation marks inside the shell's: --tool-arg 'prompt="1984"'.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >npm.log
npm install --no-audit --no-fund --ignore-scripts @modelcontextprotocol/inspector@2.12.0 @modelcontextprotocol/sdk@1.32.2 zod@4.4.3 >>npm.log 2>&1
cat >server.mjs <<'JS'
import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { StdioServerTransport } from "@modelcontextprotocol/sdk/server/stdio.js";
import * as z from "zod";
const server = new McpServer({ name: "server", version: "1" });
server.registerTool("speak", { description: "Speaks", inputSchema: { text: z.string() } }, async ({ text }) => ({ content: [{ type: "text", text: `speaks ${text}` }] }));
await server.connect(new StdioServerTransport());
JS
cat >describe.mjs <<'JS'
let answer = "";
for await (const chunk of process.stdin) answer += chunk;
const { content, isError } = JSON.parse(answer);
console.log(isError ? `refused (${/received (\w+)/.exec(content[0].text)?.[1]})` : content[0].text);
JS
found=()
for text in 'To be' '"To be"' 1984 true 007 '"1984"'; do
  answer=$(node_modules/.bin/mcp-inspector --cli node server.mjs --method tools/call --tool-name speak --tool-arg "text=$text" 2>/dev/null || true)
  found+=("$text: $(node describe.mjs <<<"$answer")")
done
seen=$(printf '%s; ' "${found[@]}")
expected='To be: speaks To be; "To be": speaks To be; 1984: refused (number); true: refused (boolean); 007: speaks 007; "1984": speaks 1984; '
[[ $seen == "$expected" ]] || { echo "$seen"; exit 1; }
echo "seen: ${seen%; }"
