#!/usr/bin/env bash
# Question: are the common options of a video (resolution, fps, sound, seed) sent, or is there a warning for each that is not?
# Guess: yes; options that a package cannot send come back as a warning, as the AI SDK's interface provides.
# Seen: @ai-sdk/fal 3.0.41 sends neither the resolution, the frame rate, "no sound" nor the seed 0, and @ai-sdk/replicate 3.0.46 neither "no
# sound" nor the seed 0, both without a warning. The seed 1 is sent. 2026-11-29.
# For users: these options are written into the provider's own options, which both packages pass on as they are.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --no-audit --no-fund --silent @ai-sdk/fal@3.0.41 @ai-sdk/replicate@3.0.46
cat >run.mjs <<'JS'
import { createFal } from "@ai-sdk/fal";
import { createReplicate } from "@ai-sdk/replicate";
let sent = {};
const fetch = async (_, init) => {
  sent = JSON.parse(init.body);
  const id = { id: "1", request_id: "1", status: "starting", status_url: "https://queue.fal.run/x/1/status", response_url: "https://queue.fal.run/x/1" };
  return Response.json({ ...id, urls: { get: "https://api.replicate.com/v1/predictions/1" } }, { status: 201 });
};
const models = { fal: createFal({ apiKey: "key", fetch }).videoModel("fal-ai/veo3.1"), replicate: createReplicate({ apiToken: "key", fetch }).videoModel("a/b") };
const film = { prompt: "A fox", n: 1, duration: 4, aspectRatio: "16:9", resolution: "1920x1080", fps: 24, generateAudio: false, providerOptions: {} };
const found = [];
for (const [name, model] of Object.entries(models)) {
  for (const seed of [0, 1]) {
    const { warnings } = await model.doStart({ ...film, seed });
    found.push(`${name}, seed ${seed}: ${Object.keys(sent.input ?? sent).join(" ")}, ${warnings.length} warnings`);
  }
}
console.log(found.join("; "));
JS
seen=$(node run.mjs)
expected="fal, seed 0: prompt aspect_ratio duration, 0 warnings; fal, seed 1: prompt aspect_ratio duration seed, 0 warnings; "
expected+="replicate, seed 0: prompt aspect_ratio size duration fps, 0 warnings; replicate, seed 1: prompt aspect_ratio size duration fps seed, 0 warnings"
[[ $seen == "$expected" ]] || { echo "$seen"; exit 1; }
echo "seen: $seen"
