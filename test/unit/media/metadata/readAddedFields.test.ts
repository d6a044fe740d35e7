/** The fields of a request that makes a file again, from what other generators wrote into it. */
import { expect, test } from "vitest";
import { readAddedFields } from "../../../../src/media/metadata/readAddedFields.ts";

// Sources: stable-diffusion-webui, modules/infotext_utils.py; InvokeAI's invokeai_metadata; ComfyUI's KSampler; Fooocus, modules/meta_parser.py.
test.each([
  ["AUTOMATIC1111", { Steps: "20", "CFG scale": "7", Seed: "42" }, { steps: "20", guidance: "7", seed: "42" }],
  ["InvokeAI", { steps: "30", cfg_scale: "7.5", seed: "1" }, { steps: "30", guidance: "7.5", seed: "1" }],
  ["ComfyUI", { noise_seed: "9", steps: "4", cfg: "1.5" }, { seed: "9", steps: "4", guidance: "1.5" }],
  ["Fooocus", { "Guidance Scale": "4", Seed: "5", Steps: "30" }, { guidance: "4", seed: "5", steps: "30" }],
  ["Draw Things", { scale: "5", seed: "7", steps: "8" }, { guidance: "5", seed: "7", steps: "8" }],
])("of %s", (_, fields, expected) => {
  const read = readAddedFields({ fields: Object.entries(fields), negativePrompt: undefined });
  expect(Object.fromEntries(read.map(({ field, value }) => [field, value]))).toEqual(expected);
});

test("the negative prompt has a property of its own, and nothing else is repeated", () => {
  const read = readAddedFields({
    fields: [
      ["Denoising strength", "0.5"],
      ["Sampler", "Euler"],
    ],
    negativePrompt: "rain",
  });
  expect(read).toEqual([{ field: "negative_prompt", value: "rain", names: [] }]);
});
