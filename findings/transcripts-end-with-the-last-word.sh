#!/usr/bin/env bash
# Question: are the duration and the segments that the AI SDK gives of a transcript the same thing with each service? A minute of sound with words to the fourth second.
# Guess: durationInSeconds is that of the sound, 60, by which services charge; and the segments, from which captions are made, have the text's own signs.
# Seen: with @ai-sdk/deepgram 3.1.16, assemblyai 3.0.40 and mistral 4.0.87 it is 60; with @ai-sdk/elevenlabs 3.0.46, fal 3.0.41 and revai 3.0.40 the end of the
#   last word, 4, although Rev AI states 60. Segments of Deepgram are in small letters without punctuation, although its answer has both; those of
#   Rev AI begin with the full stop of the one before; and every second one of ElevenLabs is a blank. No warning (ai 7.0.173). 2026-11-30.
# For users: measure the sound itself for a price, and make captions from the transcript's text.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --no-audit --no-fund --silent ai@7.0.173 @ai-sdk/deepgram@3.1.16 @ai-sdk/assemblyai@3.0.40 @ai-sdk/mistral@4.0.87 @ai-sdk/elevenlabs@3.0.46 @ai-sdk/fal@3.0.41 @ai-sdk/revai@3.0.40
cat >run.mjs <<'JS'
import { createAssemblyAI } from "@ai-sdk/assemblyai";
import { createDeepgram } from "@ai-sdk/deepgram";
import { createElevenLabs } from "@ai-sdk/elevenlabs";
import { createFal } from "@ai-sdk/fal";
import { createMistral } from "@ai-sdk/mistral";
import { createRevai } from "@ai-sdk/revai";
import * as ai from "ai";
globalThis.AI_SDK_LOG_WARNINGS = false;
const transcribe = ai.transcribe ?? ai.experimental_transcribe;
const text = "Yes. No.";
/** A service that answers each address as its documentation shows: the first pattern that fits. */
const service = (answers) => ({
  apiKey: "key",
  fetch: async (address) => Response.json(answers.find(([pattern]) => pattern.test(String(address)))[1]),
});
const word = (value, start, end) => ({ text: value, start, end, type: value === " " ? "spacing" : "word" });
const models = {
  deepgram: createDeepgram(
    service([
      [
        /./,
        {
          metadata: { duration: 60 },
          results: {
            channels: [
              {
                alternatives: [
                  {
                    transcript: text,
                    words: [
                      { word: "yes", punctuated_word: "Yes.", start: 1, end: 2 },
                      { word: "no", punctuated_word: "No.", start: 3, end: 4 },
                    ],
                  },
                ],
              },
            ],
          },
        },
      ],
    ]),
  ).transcription("nova-3"),
  assemblyai: createAssemblyAI(
    service([
      [/upload$/, { upload_url: "https://files.example/a" }],
      [/./, { id: "a", status: "completed", text, language_code: "en", audio_duration: 60, words: [word("Yes.", 1_000, 2_000), word("No.", 3_000, 4_000)] }],
    ]),
  ).transcription("universal"),
  mistral: createMistral(
    service([
      [
        /./,
        {
          model: "voxtral",
          text,
          language: "en",
          segments: [
            { text: "Yes.", start: 1, end: 2 },
            { text: "No.", start: 3, end: 4 },
          ],
          usage: { prompt_audio_seconds: 60, prompt_tokens: 4, completion_tokens: 4, total_tokens: 8 },
        },
      ],
    ]),
  ).transcription("voxtral-mini-latest"),
  elevenlabs: createElevenLabs(
    service([[/./, { language_code: "eng", language_probability: 1, text, words: [word("Yes.", 1, 2), word(" ", 2, 3), word("No.", 3, 4)] }]]),
  ).transcription("scribe_v1"),
  fal: createFal(
    service([
      [
        /requests\/a$/,
        {
          text,
          chunks: [
            { text: "Yes.", timestamp: [1, 2] },
            { text: "No.", timestamp: [3, 4] },
          ],
          diarization_segments: [],
          inferred_languages: ["en"],
        },
      ],
      [/./, { request_id: "a" }],
    ]),
  ).transcription("whisper"),
  revai: createRevai(
    service([
      [
        /transcript$/,
        {
          monologues: [
            {
              speaker: 0,
              elements: [
                { type: "text", value: "Yes", ts: 1, end_ts: 2, confidence: 1 },
                { type: "punct", value: ". " },
                { type: "text", value: "No", ts: 3, end_ts: 4, confidence: 1 },
                { type: "punct", value: "." },
              ],
            },
          ],
        },
      ],
      [/./, { id: "a", status: "transcribed", language: "en", duration_seconds: 60 }],
    ]),
  ).transcription("machine"),
};
for (const [name, model] of Object.entries(models)) {
  const { durationInSeconds, segments, warnings } = await transcribe({ model, audio: Buffer.from("RIFF....WAVE"), maxRetries: 0 });
  console.log(`${name} ${durationInSeconds} ${segments.map((it) => `[${it.text}]`).join("")} ${warnings.length} warnings`);
}
JS
seen=$(node run.mjs 2>&1 | tr '\n' ';')
[[ $seen == "deepgram 60 [yes][no] 0 warnings;assemblyai 60 [Yes.][No.] 0 warnings;mistral 60 [Yes.][No.] 0 warnings;elevenlabs 4 [Yes.][ ][No.] 0 warnings;fal 4 [Yes.][No.] 0 warnings;revai 4 [Yes][. No] 0 warnings;" ]] || { echo "$seen"; exit 1; }
echo "seen: the duration of 60 s and the segments: $seen"
