#!/usr/bin/env bash
# Question: what does a user learn, and when, if Black Forest Labs refuses a prompt?
# Guess: the package of the AI SDK ends at once with an error that names the moderation.
# Seen: @ai-sdk/black-forest-labs 2.0.41 knows the state "Request Moderated" and goes on polling until its time limit (60 s), then reports that the image took too long. "Content Moderated", which the service also has, is an answer that it cannot read. 2026-11-29.
# For users: the state of a job is read before the package gets it: a refused request fails at once, with its reason.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --no-audit --no-fund --silent @ai-sdk/black-forest-labs@2.0.41
cat >run.mjs <<'JS'
import { createBlackForestLabs } from "@ai-sdk/black-forest-labs";
const found = [];
for (const status of ["Request Moderated", "Content Moderated"]) {
  let polls = 0;
  const fetch = async (_, init) => {
    if (init?.method === "POST") return Response.json({ id: "1", polling_url: "https://api.bfl.ai/v1/get_result?id=1" });
    polls += 1;
    return Response.json({ id: "1", status, result: null, details: { "Moderation Reasons": ["Trademarks"] } });
  };
  const model = createBlackForestLabs({ apiKey: "key", fetch, pollIntervalMillis: 50, pollTimeoutMillis: 1000 }).imageModel("flux-pro-1.1");
  try {
    await model.doGenerate({ prompt: "A famous mouse", n: 1, providerOptions: {} });
  } catch (error) {
    found.push(`${status}: ${polls > 5 ? "asked again and again" : `asked ${polls} time`}, ${error.message}`);
  }
}
console.log(found.join("; "));
JS
seen=$(node run.mjs)
[[ $seen == "Request Moderated: asked again and again, Black Forest Labs generation timed out.; Content Moderated: asked 1 time, Invalid JSON response" ]] || { echo "$seen"; exit 1; }
echo "seen: $seen"
