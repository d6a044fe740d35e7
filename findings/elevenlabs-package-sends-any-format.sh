#!/usr/bin/env bash
# Question: what does a package of the AI SDK ask a speech service for, if the service has no format of the name that was given?
# Guess: it warns, and asks for MP3.
# Seen: @ai-sdk/lmnt 3.0.36 and @ai-sdk/hume 3.0.40 do that. @ai-sdk/elevenlabs 3.0.46 translates mp3 and pcm, and sends opus and flac, which are no names of that service, as they are and without a warning. 2026-11-29.
# For users: choose mp3 for voices of ElevenLabs.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --no-audit --no-fund --silent @ai-sdk/elevenlabs@3.0.46 @ai-sdk/lmnt@3.0.36 @ai-sdk/hume@3.0.40
cat >run.mjs <<'JS'
import { createElevenLabs } from "@ai-sdk/elevenlabs";
import { createHume } from "@ai-sdk/hume";
import { createLMNT } from "@ai-sdk/lmnt";
let asked = "";
const fetch = async (url, init) => {
  asked = /output_format=(\w+)/.exec(String(url))?.[1] ?? /"(?:type|response_format)":"(\w+)"/.exec(init.body)?.[1];
  return new Response(new Uint8Array(8));
};
const settings = { apiKey: "key", fetch };
const models = { elevenlabs: createElevenLabs(settings).speechModel("eleven_v3"), lmnt: createLMNT(settings).speechModel("aurora"), hume: createHume(settings).speech() };
const found = [];
for (const [name, model] of Object.entries(models)) {
  const answers = [];
  for (const outputFormat of ["mp3", "flac"]) {
    const { warnings } = await model.doGenerate({ text: "Hello", voice: "voice", outputFormat, providerOptions: {} });
    answers.push(`${outputFormat} as ${asked}${warnings.some(({ feature }) => feature === "outputFormat") ? " with a warning" : ""}`);
  }
  found.push(`${name}: ${answers.join(", ")}`);
}
console.log(found.join("; "));
JS
seen=$(node run.mjs)
[[ $seen == "elevenlabs: mp3 as mp3_44100_128, flac as flac; lmnt: mp3 as mp3, flac as mp3 with a warning; hume: mp3 as mp3, flac as mp3 with a warning" ]] || { echo "$seen"; exit 1; }
echo "seen: $seen"
