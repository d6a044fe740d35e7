#!/usr/bin/env bash
# Question: what does a model behind the AI SDK get of a sound in a tool's result, and of a tool that failed?
# Guess: the sound as a file, as with images, and the failure as an error.
# Seen: @ai-sdk/mcp 2.0.99 gives an image as a file, and a sound as a text of JSON with its base64: a minute of speech is more than a million characters of prompt. A failed call (`isError`) looks like one that worked. 2026-11-29.
# For users: results never contain sounds, only their paths, and view_result shows a waveform; the text of a failed task says that it failed.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --no-audit --no-fund --silent @modelcontextprotocol/sdk@1.32.2 @ai-sdk/mcp@2.0.99 zod@4.4.3
cat >server.mjs <<'JS'
import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { StdioServerTransport } from "@modelcontextprotocol/sdk/server/stdio.js";
const wav = Buffer.alloc(32_044);
wav.write("RIFF", 0, "latin1");
wav.writeUInt32LE(32_036, 4);
wav.write("WAVEfmt ", 8, "latin1");
[16, 0x10001, 16_000, 32_000, 0x100002].forEach((value, index) => wav.writeUInt32LE(value, 16 + index * 4));
wav.write("data", 36, "latin1");
wav.writeUInt32LE(32_000, 40);
const data = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";
const server = new McpServer({ name: "server", version: "1" });
const tool = (name, result) => server.registerTool(name, { description: name, inputSchema: {} }, async () => result);
tool("image", { content: [{ type: "image", data, mimeType: "image/png" }] });
tool("sound", { content: [{ type: "audio", data: wav.toString("base64"), mimeType: "audio/wav" }] });
tool("failure", { content: [{ type: "text", text: "no credits" }], isError: true });
await server.connect(new StdioServerTransport());
JS
cat >run.mjs <<'JS'
import { createMCPClient } from "@ai-sdk/mcp";
import { Experimental_StdioMCPTransport } from "@ai-sdk/mcp/mcp-stdio";
const client = await createMCPClient({ transport: new Experimental_StdioMCPTransport({ command: process.execPath, args: ["server.mjs"] }) });
const found = [];
for (const [name, tool] of Object.entries(await client.tools())) {
  const output = await tool.execute({}, { toolCallId: "1", messages: [] });
  const shown = await tool.toModelOutput({ toolCallId: "1", input: {}, output });
  const [part] = shown.value;
  found.push(`${name}: ${shown.type}, ${part.type}${part.text?.length > 40_000 ? " of more than 40,000 characters" : ""}`);
}
await client.close();
console.log(found.join("; "));
JS
seen=$(node run.mjs 2>/dev/null)
[[ $seen == "image: content, file; sound: content, text of more than 40,000 characters; failure: content, text" ]] || { echo "$seen"; exit 1; }
echo "seen: $seen"
