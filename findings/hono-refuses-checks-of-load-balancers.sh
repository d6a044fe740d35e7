#!/usr/bin/env bash
# Question: what does a service on Hono answer to the health checks of HAProxy, which speak HTTP/1.0 without a Host header?
# Guess: what its route says, as node:http does: HTTP/1.0 has no Host.
# Seen: @hono/node-server 2.1.8 answers 400 before any route, so that HAProxy takes the service out of use after the first checks; node:http (Node.js 24) answers 200. 2026-11-29.
# For users: the built-in service gives such requests the name localhost; other services on Hono need `http-check send hdr Host …`.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --no-audit --no-fund --silent hono@4.13.19 @hono/node-server@2.1.8
cat >run.mjs <<'JS'
import { once } from "node:events";
import { createServer } from "node:http";
import { connect } from "node:net";
import { text } from "node:stream/consumers";
import { createAdaptorServer } from "@hono/node-server";
import { Hono } from "hono";
async function ask(server, request) {
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const socket = connect(server.address().port, "127.0.0.1");
  socket.write(request);
  const [, status] = (await text(socket)).split(" ");
  server.close();
  return status;
}
const plain = () => createServer((_, answer) => answer.end("ready"));
const hono = () => createAdaptorServer(new Hono().get("/ready", (context) => context.text("ready")));
const old = "GET /ready HTTP/1.0\r\n\r\n";
const named = "GET /ready HTTP/1.0\r\nHost: localhost\r\n\r\n";
console.log(`node:http ${await ask(plain(), old)}, Hono ${await ask(hono(), old)}, Hono with Host ${await ask(hono(), named)}`);
JS
seen=$(node run.mjs)
[[ $seen == "node:http 200, Hono 400, Hono with Host 200" ]] || { echo "$seen"; exit 1; }
echo "seen: $seen"
