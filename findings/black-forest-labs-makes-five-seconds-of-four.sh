#!/usr/bin/env bash
# Question: what does a package do with a duration that its model does not have: is the request refused before it costs something?
# Guess: it is refused, by the package or by the company.
# Seen: @ai-sdk/black-forest-labs 2.0.41 asks for 5 s instead of 4 and for 20 instead of 30, and says so in a warning after the job has begun. 2026-11-29.
# For users: the durations that the model has are announced, and others are refused before anything is sent.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --no-audit --no-fund --silent @ai-sdk/black-forest-labs@2.0.41
cat >run.mjs <<'JS'
import { createBlackForestLabs } from "@ai-sdk/black-forest-labs";
let sent = {};
const fetch = async (_, init) => {
  sent = JSON.parse(init.body);
  return Response.json({ id: "1", polling_url: "https://api.bfl.ai/v1/get_result?id=1" });
};
const model = createBlackForestLabs({ apiKey: "key", fetch }).videoModel("flux-3-video");
const found = [];
for (const duration of [4, 10, 30]) {
  const { warnings } = await model.doStart({ prompt: "A fox", n: 1, duration, providerOptions: {} });
  found.push(`${duration} s: ${sent.duration}, ${warnings.map(({ feature }) => feature).join(" ") || "no warning"}`);
}
console.log(found.join("; "));
JS
seen=$(node run.mjs)
[[ $seen == "4 s: 5, duration; 10 s: 10, no warning; 30 s: 20, duration" ]] || { echo "$seen"; exit 1; }
echo "seen: $seen"
