/** What is remembered of the values that a model refused. */
import { expect, test } from "vitest";
import { recordRefused } from "../../../../src/editor/requests/recordOutcome.ts";

const values = {
  size: "1k",
  background: "transparent",
  output_format: "webp",
  generate_audio: "true",
  seed: "5",
  mask: "data:,",
  fps: "60",
};

// A value of a list is refused again; another number, text or file may be taken.
test.each([
  ["image", "size", "size 1k"],
  ["image", "background", "background transparent"],
  ["image", "ai.image_background", "background transparent"],
  ["image", "output_format", "output_format webp"],
  ["video", "generate_audio", "generate_audio true"],
  ["image", "seed", undefined],
  ["image", "mask", undefined],
  ["video", "fps", undefined],
  ["image", "prompt", undefined],
] as const)("%s: a refusal of %s", async (kind, param, remembered) => {
  const refused: string[] = [];
  const state = {
    rememberEvidence: async () => undefined,
    rememberRefused: async (_model: string, field: string, value: string) => void refused.push(`${field} ${value}`),
  };
  await recordRefused(state, { model: "m", kind, choices: values }, { kind: "invalidRequest", param });
  expect(refused).toEqual(remembered === undefined ? [] : [remembered]);
});
