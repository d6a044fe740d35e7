#!/usr/bin/env bash
# Question: is a job at fal cancelled when the program that waits for it stops (abortSignal)? A video that nobody waits for is billed as well.
# Guess: yes, because subscribe() cancels the job when its own time limit passes, and Replicate's package cancels it at a signal.
# Seen: @fal-ai/client 1.10.1 sends the cancellation only after its `timeout`. At the signal it stops asking, and the job runs on. replicate 1.4.0
#   cancels the job at the signal, and then returns undefined instead of an error. 2026-11-30.
# For users: keep the id of the request (onEnqueue) and call queue.cancel with it when you stop.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >npm.log
npm install --no-audit --no-fund --ignore-scripts @fal-ai/client@1.10.1 replicate@1.4.0 >>npm.log 2>&1
cat >run.mjs <<'JS'
import { createFalClient } from "@fal-ai/client";
import Replicate from "replicate";
let sent = [];
async function fetch(url, { method, signal }) {
  signal?.throwIfAborted();
  sent.push(`${method} ${new URL(url).pathname}`);
  const urls = { get: "https://api.replicate.com/v1/predictions/1", cancel: "https://api.replicate.com/v1/predictions/1/cancel" };
  const state = String(url).includes("fal.run") ? (method === "POST" ? "IN_QUEUE" : "IN_PROGRESS") : "processing";
  return Response.json({ id: "1", request_id: "1", model: "a/b", status: state, urls });
}
const fal = createFalClient({ credentials: "key", fetch });
const replicate = new Replicate({ auth: "key", fetch });
const input = { prompt: "A fox" };
const attempts = {
  "fal at its time limit": () => fal.subscribe("x/y", { input, pollInterval: 50, timeout: 500 }),
  "fal at a signal": (abortSignal) => fal.subscribe("x/y", { input, pollInterval: 50, abortSignal }),
  "replicate at a signal": (signal) => replicate.run("a/b", { input, signal, wait: { mode: "poll", interval: 50 } }),
};
const found = [];
for (const [name, attempt] of Object.entries(attempts)) {
  sent = [];
  const stop = new AbortController();
  setTimeout(() => stop.abort(), 1000);
  const end = await attempt(stop.signal).then((output) => `returns ${output}`, () => "an error");
  await new Promise((resolve) => setTimeout(resolve, 500));
  found.push(`${name}: ${sent.some((one) => one.endsWith("/cancel")) ? "cancelled" : "runs on"}, ${end}`);
}
console.log(found.join("; "));
JS
seen=$(node run.mjs)
expected="fal at its time limit: cancelled, an error; fal at a signal: runs on, an error; replicate at a signal: cancelled, returns undefined"
[[ $seen == "$expected" ]] || { echo "$seen"; exit 1; }
echo "seen: $seen"
