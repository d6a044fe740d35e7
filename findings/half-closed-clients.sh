#!/usr/bin/env bash
# Question: does a Node.js server answer a client that closes its sending side after its POST, as netcat and simple clients of local engines do?
# Guess: yes, since TCP and HTTP/1.1 allow it, and curl's and Go's servers do.
# Seen: node:http in the npm package node 24.21.0 sends nothing and closes, although the handler answers; servers on it, such as those of hono, inherit this. The property httpAllowHalfOpen, which its documentation does not mention, restores the answer. 2026-11-29.
# For users: the built-in service answers clients that half-close, and does not bill them for an answer that they cannot get.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --no-audit --no-fund --silent node@24.21.0
cat >run.mjs <<'JS'
import { createServer } from "node:http";
import { connect } from "node:net";
const wait = (ms) => new Promise((resolve) => setTimeout(resolve, ms));
async function ask(setUp) {
  const server = createServer((request, response) => request.resume().on("end", () => setTimeout(() => response.end("ok"), 200)));
  setUp(server);
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  const socket = connect({ port: server.address().port, host: "127.0.0.1", allowHalfOpen: true });
  socket.write("POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\n\r\n{}");
  await wait(50);
  socket.end();
  let text = "";
  for await (const part of socket) {
    text += part;
    if (text.includes("ok")) break;
  }
  return text.slice(9, 12) || "nothing";
}
const usual = await ask(() => undefined);
const halfOpen = await ask((server) => {
  server.httpAllowHalfOpen = true;
});
console.log(`usual ${usual}, with httpAllowHalfOpen ${halfOpen}`);
process.exit(0);
JS
seen=$(timeout 60 node_modules/.bin/node run.mjs)
[[ $seen == "usual nothing, with httpAllowHalfOpen 200" ]] || { echo "$seen"; exit 1; }
echo "seen: $seen"
