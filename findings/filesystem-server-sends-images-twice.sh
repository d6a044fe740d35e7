#!/usr/bin/env bash
# Question: what does an agent get that reads a generated picture, sound or film with the reference MCP server for files (read_media_file)?
# Guess: one image or one sound where the kind is known, otherwise an error in words.
# Seen: @modelcontextprotocol/server-filesystem 2026.8.31 sends each file twice, as content and in structuredContent, where the second is text in base64
#   for agents that show it. AVIF, HEIC, JPEG XL, M4A, Opus, MP4, WebM and PDF are a resource of application/octet-stream, which no model takes for a picture
#   or a sound, and no error says so. PNG, JPEG, GIF, WebP, BMP, SVG, MP3, WAV, Ogg and FLAC have their types. 2026-11-30.
# For users: write PNG, JPEG, WebP, MP3 or WAV where an agent shall look at its files with that server, and small ones.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >npm.log
npm install --no-audit --no-fund --ignore-scripts @modelcontextprotocol/server-filesystem@2026.8.31 @modelcontextprotocol/sdk@1.32.2 zod@4.4.3 >>npm.log 2>&1
mkdir files
cat >run.mjs <<'JS'
import { writeFileSync } from "node:fs";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
const client = new Client({ name: "agent", version: "1" });
const folder = `${process.cwd()}/files`;
const args = ["node_modules/@modelcontextprotocol/server-filesystem/dist/index.js", folder];
await client.connect(new StdioClientTransport({ command: process.execPath, args, stderr: "ignore" }));
const bytes = Buffer.from("Only the name of a file matters to this server.");
const kinds = {};
for (const end of ["png", "jpg", "gif", "webp", "bmp", "svg", "avif", "heic", "jxl", "mp3", "wav", "ogg", "flac", "m4a", "opus", "mp4", "webm", "pdf"]) {
  writeFileSync(`${folder}/a.${end}`, bytes);
  const { content, structuredContent, isError } = await client.callTool({ name: "read_media_file", arguments: { path: `${folder}/a.${end}` } });
  if (isError || content.length !== 1) throw new Error(`${end} is not one part`);
  const [{ type, mimeType, resource }] = content;
  const times = JSON.stringify({ content, structuredContent }).split(bytes.toString("base64")).length - 1;
  const kind = `${type} ${type === "resource" ? resource.mimeType : mimeType.split("/")[0]}, ${times} times`;
  kinds[kind] = [...(kinds[kind] ?? []), end];
}
await client.close();
process.stdout.write(`${Object.entries(kinds).map(([kind, ends]) => `${ends.join(" ")}: ${kind}`).join("; ")}\n`);
JS
seen=$(node run.mjs)
expected="png jpg gif webp bmp svg: image image, 2 times; avif heic jxl m4a opus mp4 webm pdf: resource application/octet-stream, 2 times; "
expected+="mp3 wav ogg flac: audio audio, 2 times"
[[ $seen == "$expected" ]] || { echo "$seen"; exit 1; }
echo "seen: $seen"
