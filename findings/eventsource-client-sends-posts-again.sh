#!/usr/bin/env bash
# Question: does a client of server-sent events that can POST, as streams of models need, end when the stream has ended?
# Guess: yes: repeating on its own is for GET; a POST is sent again only if its caller wants that.
# Seen: eventsource-client 1.2.0 and launchdarkly-eventsource 2.2.0 send the same POST again and again after each complete answer, until close() is called; @microsoft/fetch-event-source 2.0.1 sends it once. 2026-11-29.
# For users: each of these requests is a new answer, and is billed. Close such a client at response.completed, or read streams with eventsource-parser, which only parses.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --no-audit --no-fund --silent eventsource-client@1.2.0 launchdarkly-eventsource@2.2.0 @microsoft/fetch-event-source@2.0.1
cat >run.mjs <<'JS'
import http from "node:http";
import { setTimeout as wait } from "node:timers/promises";
import { fetchEventSource } from "@microsoft/fetch-event-source";
import { createEventSource } from "eventsource-client";
import launchDarkly from "launchdarkly-eventsource";
let posts = 0;
const server = http.createServer((request, response) => {
  request.resume().on("end", () => {
    posts += 1;
    response.writeHead(200, { "content-type": "text/event-stream" });
    response.end("retry: 100\n\ndata: {}\n\ndata: [DONE]\n\n");
  });
});
await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
const url = `http://127.0.0.1:${server.address().port}/`;
const send = { method: "POST", body: "{}" };
Object.assign(globalThis, { window: globalThis, document: { hidden: false, addEventListener() {}, removeEventListener() {} } });
const clients = {
  "eventsource-client": () => createEventSource({ url, ...send }),
  "launchdarkly-eventsource": () => new launchDarkly.EventSource(url, send),
  "fetch-event-source": () => void fetchEventSource(url, { ...send, onmessage() {} }),
};
const found = [];
for (const [name, open] of Object.entries(clients)) {
  posts = 0;
  const source = open();
  for (let left = 100; left > 0 && posts < 3; left -= 1) await wait(100);
  source?.close();
  await wait(200);
  found.push(`${name}: ${posts > 2 ? "again and again" : `${posts} request`}`);
}
console.log(found.join("; "));
process.exit(0);
JS
seen=$(node run.mjs)
[[ $seen == "eventsource-client: again and again; launchdarkly-eventsource: again and again; fetch-event-source: 1 request" ]] || { echo "$seen"; exit 1; }
echo "seen: $seen"
