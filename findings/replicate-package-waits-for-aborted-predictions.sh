#!/usr/bin/env bash
# Question: what does a program learn of a prediction with a deadline (the header Cancel-After of Replicate) that has passed? Replicate calls it "aborted"
#   if it had not begun, and "canceled" if it had.
# Guess: Replicate's own package throws an error in both cases, as for "failed".
# Seen: replicate 1.4.0 does not know "aborted" and asks on, with no limit of its own; for "canceled", run() returns null and looks like a model without
#   output. "failed" is an error. @ai-sdk/replicate 3.0.46 ends in both cases; for "aborted" with "Invalid JSON response". 2026-11-30.
# For users: read the state itself (predictions.create and get) where a deadline is set; this product counts both as failed.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >npm.log
npm install --no-audit --no-fund --ignore-scripts replicate@1.4.0 @ai-sdk/replicate@3.0.46 >>npm.log 2>&1
cat >run.mjs <<'JS'
import { createReplicate } from "@ai-sdk/replicate";
import Replicate from "replicate";
let status = "";
let requests = 0;
async function fetch(_, { method }) {
  requests += 1;
  const urls = { get: "https://api.replicate.com/v1/predictions/1", cancel: "https://api.replicate.com/v1/predictions/1/cancel" };
  return Response.json({ id: "1", model: "a/b", input: {}, output: null, error: null, status: method === "POST" ? "starting" : status, urls });
}
const own = new Replicate({ auth: "key", fetch });
const sdk = createReplicate({ apiToken: "key", fetch }).image("a/b");
const input = { prompt: "A fox" };
const attempts = {
  replicate: (signal) => own.run("a/b", { input, signal, wait: { mode: "poll", interval: 20 } }),
  "@ai-sdk/replicate": (abortSignal) => sdk.doGenerate({ ...input, n: 1, abortSignal, providerOptions: {} }),
};
const found = [];
for (const [name, attempt] of Object.entries(attempts)) {
  for (status of ["failed", "canceled", "aborted"]) {
    requests = 0;
    const stop = new AbortController();
    const patience = setTimeout(() => stop.abort(), 4000);
    const end = await attempt(stop.signal).then((output) => `returns ${output}`, (error) => `"${error.message}"`);
    clearTimeout(patience);
    found.push(`${name}, ${status}: ${requests > 20 ? "asks again and again" : end}`);
  }
}
console.log(found.join("; "));
JS
seen=$(node run.mjs)
expected='replicate, failed: "Prediction failed: null"; replicate, canceled: returns null; replicate, aborted: asks again and again; '
expected+='@ai-sdk/replicate, failed: "Replicate image generation failed: Unknown error"; '
expected+='@ai-sdk/replicate, canceled: "Replicate image generation canceled: Unknown error"; @ai-sdk/replicate, aborted: "Invalid JSON response"'
[[ $seen == "$expected" ]] || { echo "$seen"; exit 1; }
echo "seen: $seen"
