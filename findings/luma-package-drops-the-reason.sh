#!/usr/bin/env bash
# Question: does the reason for which Luma made no image (failure_reason of its API) reach the user of the AI SDK?
# Guess: yes, as with Replicate, whose package repeats it.
# Seen: @ai-sdk/luma 3.0.41 reports "Image generation failed." and drops the reason; @ai-sdk/replicate 3.0.46 repeats it. 2026-11-29.
# For users: the state of a job is read before the package gets it, so that the reason is shown.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --no-audit --no-fund --silent @ai-sdk/luma@3.0.41 @ai-sdk/replicate@3.0.46
cat >run.mjs <<'JS'
import { createLuma } from "@ai-sdk/luma";
import { createReplicate } from "@ai-sdk/replicate";
const reason = "The prompt names a person.";
const luma = async (_, init) => Response.json(init?.method === "POST" ? { id: "1", state: "queued" } : { id: "1", state: "failed", failure_reason: reason });
const replicate = async () => Response.json({ id: "1", status: "failed", error: reason, output: null, urls: { get: "https://api.replicate.com/v1/predictions/1" } }, { status: 201 });
const models = { luma: createLuma({ apiKey: "key", fetch: luma }).imageModel("photon-1"), replicate: createReplicate({ apiToken: "key", fetch: replicate }).imageModel("a/b") };
const found = [];
for (const [name, model] of Object.entries(models)) {
  const error = await model.doGenerate({ prompt: "A portrait", n: 1, providerOptions: {} }).catch((thrown) => thrown);
  found.push(`${name}: ${error.message}`);
}
console.log(found.join("; "));
JS
seen=$(node run.mjs)
[[ $seen == "luma: Image generation failed.; replicate: Replicate image generation failed: The prompt names a person." ]] || { echo "$seen"; exit 1; }
echo "seen: $seen"
