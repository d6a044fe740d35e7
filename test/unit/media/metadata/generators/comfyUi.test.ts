/** ComfyUI's graph is followed from the saved file back to the texts, whatever the ids of its nodes. Types and outputs: ComfyUI, nodes.py. */
import { expect, test } from "vitest";
import { comfyUi } from "../../../../../src/media/metadata/generators/comfyUi.ts";

type Nodes = Readonly<Record<string, { class_type: string; inputs: Readonly<Record<string, unknown>> }>>;

const read = (nodes: Nodes) => comfyUi.read([{ keyword: "prompt", text: JSON.stringify(nodes) }]);
const node = (type: string, inputs: Readonly<Record<string, unknown>> = {}) => ({ class_type: type, inputs });
const encoded = (text: unknown) => node("CLIPTextEncode", { text, clip: ["model", 1] });

/** A graph that saves what a sampler with these two inputs makes. */
const sampled = (positive: unknown, negative: unknown, others: Nodes): Nodes => ({
  save: node("SaveImage", { images: ["decoded", 0], filename_prefix: "a" }),
  decoded: node("VAEDecode", { samples: ["sampler", 0], vae: ["model", 2] }),
  sampler: node("KSampler", { seed: 7, steps: 20, cfg: 4, model: ["model", 0], positive, negative, latent_image: ["size", 0] }),
  model: node("CheckpointLoaderSimple", { ckpt_name: "own.safetensors" }),
  size: node("EmptyLatentImage", { width: 640, height: 384, batch_size: 1 }),
  fox: encoded("a red fox"),
  blur: encoded("blurry"),
  ...others,
});

const direct: [unknown, unknown] = [
  ["fox", 0],
  ["blur", 0],
];

test.each<[name: string, graph: Nodes, prompt: string | undefined, negative: string | undefined]>([
  [
    "a switch that is on",
    sampled(["switch", 0], direct[1], { switch: node("ComfySwitchNode", { switch: true, on_false: direct[1], on_true: direct[0] }) }),
    "a red fox",
    "blurry",
  ],
  [
    "a switch with numbered inputs",
    sampled(["switch", 0], direct[1], { switch: node("ImpactSwitch", { select: 2, input1: direct[1], input2: direct[0] }) }),
    "a red fox",
    "blurry",
  ],
  [
    "a switch that takes the first input",
    sampled(["switch", 0], direct[1], { switch: node("Any Switch (rgthree)", { any_01: direct[0], any_02: direct[1] }) }),
    "a red fox",
    "blurry",
  ],
  [
    "a switch of texts",
    sampled(["text", 0], direct[1], {
      text: encoded(["switch", 0]),
      switch: node("ComfySwitchNode", { switch: false, on_true: ["other", 0], on_false: ["own", 0] }),
      other: node("PrimitiveString", { value: "a cat" }),
      own: node("PrimitiveString", { value: "a red fox" }),
    }),
    "a red fox",
    "blurry",
  ],
  [
    "a bundle",
    sampled(["unpacked", 3], ["unpacked", 4], {
      unpacked: node("FromBasicPipe", { basic_pipe: ["bundle", 0] }),
      bundle: node("ToBasicPipe", { model: ["model", 0], positive: direct[0], negative: direct[1] }),
    }),
    "a red fox",
    "blurry",
  ],
  [
    "a loader with both texts",
    sampled(["loader", 1], ["loader", 2], {
      loader: node("Efficient Loader", { ckpt_name: "own.safetensors", positive: ["own", 0], negative: ["other", 0] }),
      own: node("PrimitiveString", { value: "a red fox" }),
      other: node("PrimitiveString", { value: "blurry" }),
    }),
    "a red fox",
    "blurry",
  ],
  [
    "a ControlNet for both",
    sampled(["net", 0], ["net", 1], {
      net: node("ControlNetApplyAdvanced", { positive: direct[0], negative: direct[1], image: ["pose", 0] }),
      pose: node("LoadImage", { image: "a.png" }),
    }),
    "a red fox",
    "blurry",
  ],
  [
    "two ControlNets, one behind the other",
    sampled(["a", 0], ["a", 1], {
      a: node("ControlNetApplySD3", { positive: ["b", 0], negative: ["b", 1] }),
      b: node("ControlNetApplyAdvanced", { positive: direct[0], negative: direct[1] }),
    }),
    "a red fox",
    "blurry",
  ],
  [
    "an inpainting model",
    sampled(["in", 0], ["in", 1], {
      in: node("InpaintModelConditioning", { positive: direct[0], negative: direct[1], vae: ["model", 2] }),
    }),
    "a red fox",
    "blurry",
  ],
  [
    "a removed negative prompt",
    sampled(["fox", 0], ["zero", 0], { zero: node("ConditioningZeroOut", { conditioning: ["fox", 0] }) }),
    "a red fox",
    undefined,
  ],
  [
    "guidance",
    sampled(["flux", 0], ["zero", 0], {
      flux: node("FluxGuidance", { guidance: 3.5, conditioning: ["fox", 0] }),
      zero: node("ConditioningZeroOut", { conditioning: ["fox", 0] }),
    }),
    "a red fox",
    undefined,
  ],
  [
    "a combination",
    sampled(["both", 0], ["blur", 0], {
      both: node("ConditioningCombine", { conditioning_1: ["fox", 0], conditioning_2: ["snow", 0] }),
      snow: encoded("snow"),
    }),
    "a red fox\nsnow",
    "blurry",
  ],
  [
    "an average, and an area",
    sampled(["area", 0], ["blur", 0], {
      area: node("ConditioningSetArea", { conditioning: ["mean", 0], width: 64 }),
      mean: node("ConditioningAverage", { conditioning_to: ["fox", 0], conditioning_from: ["fox", 0] }),
    }),
    "a red fox",
    "blurry",
  ],
  [
    "one text for two encoders",
    sampled(["xl", 0], ["blur", 0], {
      xl: node("CLIPTextEncodeSDXL", { text_g: ["words", 0], text_l: ["words", 0], clip: ["model", 1] }),
      words: node("PrimitiveString", { value: "a red fox" }),
    }),
    "a red fox",
    "blurry",
  ],
  [
    "two texts for Flux",
    sampled(["flux", 0], ["blur", 0], { flux: node("CLIPTextEncodeFlux", { clip_l: "fox", t5xxl: "a red fox", guidance: 3.5 }) }),
    "fox\na red fox",
    "blurry",
  ],
  [
    "joined texts",
    sampled(["text", 0], ["blur", 0], {
      text: encoded(["join", 0]),
      join: node("StringConcatenate", { string_a: "a red ", string_b: ["b", 0], delimiter: "" }),
      b: node("PrimitiveStringMultiline", { value: "fox" }),
    }),
    "a red fox",
    "blurry",
  ],
  [
    "texts joined twice",
    sampled(["text", 0], ["blur", 0], {
      text: encoded(["outer", 0]),
      outer: node("StringConcatenate", { string_a: ["inner", 0], string_b: "in snow", delimiter: ", " }),
      inner: node("StringConcatenate", { string_a: "a", string_b: "fox", delimiter: " red " }),
    }),
    "a red fox, in snow",
    "blurry",
  ],
  [
    "more than two joined texts",
    sampled(["text", 0], ["blur", 0], {
      text: encoded(["join", 0]),
      join: node("Text Concatenate", { delimiter: " ", text_a: "a", text_b: "red", text_c: ["c", 0], clean_whitespace: "true" }),
      c: node("Text Multiline", { text: "fox" }),
    }),
    "a red fox",
    "blurry",
  ],
  [
    "a shown text",
    sampled(["text", 0], ["blur", 0], {
      text: encoded(["shown", 0]),
      shown: node("ShowText|pysssss", { text: ["words", 0], text_0: "older" }),
      words: node("String Literal", { string: "a red fox" }),
    }),
    "a red fox",
    "blurry",
  ],
  [
    "reroutes",
    sampled(["r", 0], ["blur", 0], { r: node("Reroute", { "": ["s", 0] }), s: node("Reroute", { "": ["fox", 0] }) }),
    "a red fox",
    "blurry",
  ],
  [
    "a loader with its own texts",
    sampled(["all", 1], ["all", 2], {
      all: node("Efficient Loader", { ckpt_name: "own.safetensors", positive: "a red fox", negative: "blurry" }),
    }),
    "a red fox",
    "blurry",
  ],
  ["no negative prompt", sampled(["fox", 0], undefined, {}), "a red fox", undefined],
  ["an empty negative prompt", sampled(["fox", 0], ["empty", 0], { empty: encoded("") }), "a red fox", undefined],
])("the texts behind %s", (_, graph, prompt, negative) => {
  expect(read(graph)).toMatchObject({ tool: "ComfyUI", prompt, negativePrompt: negative, model: "own.safetensors" });
});

test("a guider's texts, settings and model", () => {
  const graph = {
    save: node("SaveImage", { images: ["decoded", 0] }),
    decoded: node("VAEDecode", { samples: ["sampler", 0] }),
    sampler: node("SamplerCustomAdvanced", {
      noise: ["noise", 0],
      guider: ["guider", 0],
      sampler: ["euler", 0],
      sigmas: ["steps", 0],
      latent_image: ["size", 0],
    }),
    noise: node("RandomNoise", { noise_seed: 99 }),
    guider: node("BasicGuider", { model: ["lora", 0], conditioning: ["fox", 0] }),
    euler: node("KSamplerSelect", { sampler_name: "euler" }),
    steps: node("BasicScheduler", { scheduler: "simple", steps: ["count", 0], denoise: 1 }),
    count: node("PrimitiveInt", { value: 8 }),
    size: node("EmptySD3LatentImage", { width: 1024, height: 768 }),
    lora: node("LoraLoaderModelOnly", { lora_name: "ink.safetensors", model: ["unet", 0] }),
    unet: node("UNETLoader", { unet_name: "flux.safetensors" }),
    fox: node("CLIPTextEncode", { text: "a red fox", clip: ["clip", 0] }),
    clip: node("DualCLIPLoader", { clip_name1: "t5", clip_name2: "l" }),
  };
  expect(read(graph)).toMatchObject({ prompt: "a red fox", negativePrompt: undefined, model: "flux.safetensors" });
  const fields = new Map(read(graph)?.fields);
  expect([fields.get("noise_seed"), fields.get("steps"), fields.get("sampler_name"), fields.get("lora_name")]).toEqual([
    "99",
    "8",
    "euler",
    "ink.safetensors",
  ]);
});

test("the result does not depend on the ids of the nodes", () => {
  const other = {
    other: node("KSampler", { seed: 1, positive: ["cat", 0], negative: ["cat", 0], latent_image: ["size", 0] }),
    cat: encoded("a cat"),
    preview: node("PreviewImage", { images: ["seen", 0] }),
    seen: node("VAEDecode", { samples: ["other", 0] }),
  };
  const graph = sampled(["fox", 0], ["blur", 0], other);
  const names = Object.keys(graph);
  for (let turn = 0; turn < names.length; turn += 1) {
    const ids = new Map(names.map((name, index) => [name, String(1 + ((index + turn) % names.length))]));
    const text = JSON.stringify(graph, (_, value: unknown) =>
      Array.isArray(value) && typeof value[0] === "string" ? [ids.get(value[0]), value[1]] : value,
    );
    const renamed = Object.fromEntries(Object.entries(JSON.parse(text)).map(([name, value]) => [ids.get(name), value]));
    expect(comfyUi.read([{ keyword: "prompt", text: JSON.stringify(renamed) }])).toMatchObject({
      prompt: "a red fox",
      negativePrompt: "blurry",
    });
  }
});

test("of two samplers, the one whose result was saved", () => {
  const graph = sampled(["fox", 0], ["blur", 0], {
    // The first image is only the start of the second.
    first: node("KSampler", { seed: 1, positive: ["cat", 0], negative: ["blur", 0], latent_image: ["size", 0], model: ["model", 0] }),
    cat: encoded("a cat"),
    saved: node("SaveImage", { images: ["seen", 0] }),
    seen: node("VAEDecode", { samples: ["first", 0] }),
    size: node("LatentUpscale", { samples: ["first", 0], width: 640, height: 384 }),
  });
  expect(read(graph)).toMatchObject({ prompt: "a red fox" });
});

test("a graph without a sampler, with the text of a company's node", () => {
  const graph = {
    1: node("SaveImage", { images: ["2", 0] }),
    2: node("OpenAIGPTImage1", { prompt: ["3", 0], quality: "low" }),
    3: node("PrimitiveString", { value: "a red fox" }),
  };
  expect(read(graph)).toMatchObject({ prompt: "a red fox", negativePrompt: undefined });
});

test("a long chain and a wide graph are read completely, in bounded time", () => {
  const chain: Record<string, ReturnType<typeof node>> = {};
  for (let index = 0; index < 300; index += 1) chain[`r${index}`] = node("Reroute", { "": [index === 299 ? "fox" : `r${index + 1}`, 0] });
  expect(read(sampled(["r0", 0], ["blur", 0], chain))).toMatchObject({ prompt: "a red fox" });
  // Each node joins the next one twice: 2^200 ways.
  const doubled: Record<string, ReturnType<typeof node>> = {};
  for (let index = 0; index < 200; index += 1)
    doubled[`d${index}`] = node("StringConcatenate", { string_a: [`d${index + 1}`, 0], string_b: [`d${index + 1}`, 0], delimiter: "" });
  expect(read(sampled(["text", 0], ["blur", 0], { ...doubled, text: encoded(["d0", 0]) }))).toMatchObject({ negativePrompt: "blurry" });
});

/** Nodes that call a company's service have the model as a text, and those of language models write prompts that are not in the graph. */
test.each<[name: string, graph: Nodes, model: string | undefined, prompt: string | undefined]>([
  [
    "a partner's node",
    {
      1: node("SaveImage", { images: ["2", 0] }),
      2: node("GeminiImageNode", { model: "gemini-2.5-flash-image", prompt: "a fox", seed: 1 }),
    },
    "gemini-2.5-flash-image",
    "a fox",
  ],
  [
    "a partner's video",
    { 1: node("SaveVideo", { video: ["2", 0] }), 2: node("KlingTextToVideoNode", { model_name: "kling-v2", prompt: "a fox" }) },
    "kling-v2",
    "a fox",
  ],
  [
    "a prompt that Ollama writes",
    {
      1: node("SaveImage", { images: ["2", 0] }),
      2: node("OpenAIGPTImage1", { model: "gpt-image-1", prompt: ["3", 0] }),
      3: node("OllamaGenerateV2", { model: "llama3", prompt: "Describe an animal", system: "Be brief" }),
    },
    "gpt-image-1",
    undefined,
  ],
  [
    "the same, with a node that shows what it wrote",
    {
      1: node("SaveImage", { images: ["2", 0] }),
      2: node("OpenAIGPTImage1", { model: "gpt-image-1", prompt: ["4", 0] }),
      3: node("OllamaGenerateV2", { model: "llama3", prompt: "Describe an animal" }),
      4: node("ShowText|pysssss", { text: ["3", 0], text_0: "a shy fox" }),
    },
    "gpt-image-1",
    "a shy fox",
  ],
  [
    "texts that are changed",
    sampled(["encoded", 0], ["blur", 0], {
      encoded: encoded(["trimmed", 0]),
      trimmed: node("StringTrim", { string: ["replaced", 0], mode: "Both" }),
      replaced: node("StringReplace", { string: " a ANIMAL, $& ", find: "ANIMAL", replace: "fox" }),
    }),
    "own.safetensors",
    "a fox, $&",
  ],
])("%s", (_, graph, model, prompt) => {
  expect(read(graph)).toMatchObject({ model, prompt });
});
