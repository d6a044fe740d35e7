/** What is announced of a model never contains what its dialect refuses, and says which fields take nothing. */
import { expect, test } from "vitest";
import { addedNames } from "../../../src/contract/addedFields.ts";
import type { Capabilities } from "../../../src/contract/models.ts";
import { announcedCapabilities } from "../../../src/providers/announcedCapabilities.ts";
import { createCommandProvider } from "../../../src/providers/command/commandProvider.ts";
import { createDemo } from "../../../src/providers/demoProvider.ts";
import { googleDialect } from "../../../src/providers/dialects/google.ts";
import { openaiDialect } from "../../../src/providers/dialects/openai.ts";
import { dialectOfPackage } from "../../../src/providers/dialects/plain.ts";
import { engineTable } from "../../../src/providers/engines/engineTable.ts";
import { toProviderModel } from "../../../src/providers/provider.ts";

const { automatic1111, comfyui, openai, openrouter, "stable-diffusion.cpp": stableDiffusion } = engineTable;
const image = toProviderModel("m", ["image"]);
const known = (capabilities: Capabilities, model = image) => ({ ...model, capabilities });
const pixels = { size: [], side: { minimum: 16, maximum: 16_384 } };
const reported = { size: ["512x512"], side: { minimum: 64, maximum: 2048 } };

test.each([
  ["OpenAI", openaiDialect, image, { ...pixels, aspect_ratio: [] }],
  ["an engine with OpenAI's interface", openai.dialect, image, { aspect_ratio: [] }],
  ["one that is configured to take ratios", openai.dialect, known({ aspect_ratio: ["16:9"] }), { aspect_ratio: ["16:9"] }],
  ["OpenRouter", openrouter.dialect, known({ quality: ["high"] }), { quality: ["high"] }],
  ["AUTOMATIC1111", automatic1111.dialect, image, { ...pixels, quality: [], aspect_ratio: [] }],
  ["stable-diffusion.cpp", stableDiffusion.dialect, known(reported), { ...reported, quality: [], aspect_ratio: [] }],
  ["its videos and images", stableDiffusion.dialect, toProviderModel("m", ["image", "video"]), { aspect_ratio: [] }],
  ["ComfyUI without a size", comfyui.dialect, { ...image, workflow: "a.json" }, { size: [], quality: [], aspect_ratio: [] }],
  ["fal", dialectOfPackage("@ai-sdk/fal"), image, { ...pixels, quality: [] }],
  ["Google's images", googleDialect, image, { size: ["1k", "2k", "4k"], quality: [] }],
  ["Google's speech", googleDialect, toProviderModel("m", ["audio"]), { speed: { minimum: 1, maximum: 1 } }],
  ["Google's videos", googleDialect, toProviderModel("m", ["video"]), { quality: ["720p", "1080p", "4k"] }],
  ["videos of another package", dialectOfPackage("another"), toProviderModel("m", ["video"]), {}],
  ["a text model", openaiDialect, toProviderModel("m", ["text"]), {}],
])("%s", (_, dialect, model, expected) => {
  expect(announcedCapabilities(dialect, model)).toEqual(expected);
});

test("a value or a field that was configured, but cannot be written, is not announced", () => {
  const everything: Capabilities = {
    size: ["1k", "1024x1024"],
    quality: ["high"],
    n: { minimum: 1, maximum: 4 },
    seed: { minimum: 0, maximum: 9 },
    negative_prompt: true,
    strength: { minimum: 0, maximum: 1 },
    steps: { minimum: 1, maximum: 50 },
    guidance: { minimum: 0, maximum: 9 },
    mask: true,
    background: ["transparent"],
    upscale: ["2"],
    output_format: ["png"],
    last_frame: true,
    generate_audio: true,
    fps: { minimum: 1, maximum: 60 },
    voice_instructions: true,
    language: true,
  };
  const announcedBy = (dialect: typeof openaiDialect) => {
    const announced = announcedCapabilities(dialect, known(everything));
    return addedNames.filter((name) => announced[name] !== undefined).join(" ");
  };
  expect(announcedCapabilities(openaiDialect, known(everything)).size).toEqual(["1024x1024"]);
  expect(announcedBy(openaiDialect)).toBe("n mask background output_format");
  expect(announcedBy(openai.dialect)).toBe("n seed negative_prompt strength steps guidance mask background output_format");
  expect(announcedBy(openrouter.dialect)).toBe("n seed background output_format");
  expect(announcedBy(stableDiffusion.dialect)).toBe("n seed negative_prompt strength steps guidance mask output_format");
  expect(announcedBy(automatic1111.dialect)).toBe("n seed negative_prompt strength steps guidance mask upscale");
  expect(announcedBy(googleDialect)).toBe("seed");
  expect(announcedBy(dialectOfPackage("@ai-sdk/fal"))).toBe("n seed negative_prompt strength steps guidance mask output_format");
});

test("a command takes what it has a place for", () => {
  const run = ["draw", "{size}", "{image}", "{strength}", "{seed}"];
  const provider = createCommandProvider(
    "mine",
    { type: "command", models: { a: { kinds: ["image"], run, output: { format: "png" } } } },
    {},
  );
  const [model = image] = provider.configuredModels;
  const announced = announcedCapabilities(provider.dialect, model);
  expect(announced).toMatchObject({ quality: [], aspect_ratio: [], strength: { minimum: 0, maximum: 1 }, n: { minimum: 1, maximum: 10 } });
  expect(announced.size).toBeUndefined();
});

test("everything that the demo takes is announced", () => {
  const demo = createDemo({ name: "demo", prefix: "", isStandIn: false, faults: false, tokensPerSecond: 0, workerUrl: undefined });
  for (const model of demo.configuredModels) {
    const { format: _, ...capabilities } = model.capabilities;
    expect(announcedCapabilities(demo.dialect, model)).toMatchObject(capabilities);
  }
});
