#!/usr/bin/env bash
# Question: is a request that a server refuses on HTTP/2 reported to the caller of undici, so that a paid POST is not sent twice unseen?
# Guess: the request fails, and the caller decides.
# Seen: undici 8.12.4 with its defaults (it offers HTTP/2) sends the POST a second time on the same session without a word after REFUSED_STREAM; with allowH2: false it cannot happen. RFC 9113, 8.7 allows the repetition. 2026-11-28.
# For users: requests that may be billed use HTTP/1.1 and a connection of their own.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --no-audit --no-fund --silent undici@8.12.4
openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -days 2 -subj /CN=localhost -keyout key.pem -out cert.pem 2>/dev/null
cat >run.mjs <<'JS'
import { readFileSync } from "node:fs";
import { constants, createSecureServer } from "node:http2";
import { Agent, request } from "undici";
let posts = 0;
const server = createSecureServer({ key: readFileSync("key.pem"), cert: readFileSync("cert.pem"), allowHTTP1: true });
server.on("stream", (stream) => {
  posts += 1;
  stream.on("error", () => undefined);
  if (posts === 1) return stream.close(constants.NGHTTP2_REFUSED_STREAM);
  stream.respond({ ":status": 200 });
  stream.end("ok");
});
server.on("sessionError", () => undefined);
await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
const dispatcher = new Agent({ connect: { rejectUnauthorized: false } });
const answer = await request(`https://127.0.0.1:${server.address().port}/`, { method: "POST", body: "{}", dispatcher }).catch((error) => error);
console.log(`${posts} POSTs, the caller sees ${answer.statusCode ?? "an error"}`);
process.exit(0);
JS
seen=$(node run.mjs 2>/dev/null)
[[ $seen == "2 POSTs, the caller sees 200" ]] || { echo "$seen"; exit 1; }
echo "seen: $seen"
