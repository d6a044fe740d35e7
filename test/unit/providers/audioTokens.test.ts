/** Usage as it is documented. */
import { expect, test } from "vitest";
import { readAudioTokens } from "../../../src/providers/audioTokens.ts";

test.each([
  [
    "OpenAI's chat completions",
    { prompt_tokens: 19, prompt_tokens_details: { cached_tokens: 0, audio_tokens: 8 }, completion_tokens_details: { audio_tokens: 100 } },
    { input: 8, output: 100 },
  ],
  [
    "OpenAI's responses",
    { input_tokens_details: { audio_tokens: 5 }, output_tokens_details: { reasoning_tokens: 3 } },
    { input: 5, output: 0 },
  ],
  ["OpenAI's transcriptions", { type: "tokens", input_token_details: { text_tokens: 0, audio_tokens: 14 } }, { input: 14, output: 0 }],
  [
    "Gemini's usage metadata",
    {
      promptTokensDetails: [
        { modality: "TEXT", tokenCount: 4 },
        { modality: "AUDIO", tokenCount: 320 },
      ],
      candidatesTokensDetails: [{ modality: "AUDIO", tokenCount: 25 }],
    },
    { input: 320, output: 25 },
  ],
  ["none", { prompt_tokens: 5, prompt_tokens_details: { audio_tokens: 0 } }, undefined],
  [
    "odd values",
    { prompt_tokens_details: { audio_tokens: "many" }, candidatesTokensDetails: [null, 3, { modality: "AUDIO", tokenCount: -2 }] },
    undefined,
  ],
  ["nothing", undefined, undefined],
])("of %s, tokens of audio are counted apart", (_, usage, expected) => {
  expect(readAudioTokens(usage)).toEqual(expected);
});
