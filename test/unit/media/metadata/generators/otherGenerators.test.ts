/** Texts as each program writes them, in the files that it writes. */
import { expect, test } from "vitest";
import { sourceOfBytes } from "../../../../../src/media/files/byteSource.ts";
import type { Origin } from "../../../../../src/media/metadata/origin.ts";
import { readFileMetadata } from "../../../../../src/media/metadata/readFileMetadata.ts";
import { readMade } from "../../../../../src/media/metadata/readMade.ts";
import { makeExif, makeJpeg, makePng, withChunk, withExif, withWebpChunk } from "../samples.ts";

const json = (value: unknown) => JSON.stringify(value);
const inExif = (text: string) => Buffer.concat([Buffer.from("UNICODE\0", "latin1"), Buffer.from(text, "utf16le")]);
const inXmp = (properties: string) =>
  `<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description rdf:about="" xmlns:exif="http://ns.adobe.com/exif/1.0/" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:xmp="http://ns.adobe.com/xap/1.0/">${properties}</rdf:Description></rdf:RDF></x:xmpmeta>`;
const pngWithXmp = (properties: string) =>
  withChunk(makePng(), "iTXt", Buffer.concat([Buffer.from("XML:com.adobe.xmp\0\0\0\0\0", "latin1"), Buffer.from(inXmp(properties))]));

const swarm = json({
  sui_image_params: {
    prompt: "a red fox",
    negativeprompt: "blurry",
    model: "sd_xl",
    seed: 1,
    steps: 20,
    cfgscale: 7,
    width: 1024,
    height: 768,
    swarm_version: "0.9.6.2",
  },
  sui_extra_data: { date: "2025-01-25" },
  sui_models: [{ name: "sd_xl.safetensors", param: "model", hash: "0x1" }],
});
const fooocus = json({
  prompt: "a red fox",
  negative_prompt: "blurry",
  base_model: "juggernaut",
  seed: "1",
  steps: 30,
  resolution: "(1152, 896)",
  metadata_scheme: "fooocus",
  version: "Fooocus v2.5.5",
});
const oldFooocus = json({ Prompt: "a red fox", "Negative Prompt": "blurry", "Base Model": "juggernaut", Seed: 1, Version: "v2.1.0" });
const novelComment = { prompt: "a red fox", uc: "blurry", steps: 28, seed: 1, scale: 5, sampler: "k_euler", width: 832 };
const novel = {
  Title: "NovelAI generated image",
  Description: "a red fox",
  Software: "NovelAI",
  Source: "NovelAI Diffusion V4.5 4BDE2A90",
  Comment: json(novelComment),
};
const drawThings = json({
  c: "a red fox",
  uc: "blurry",
  model: "flux_1_schnell_q5p.ckpt",
  sampler: "Euler A Trailing",
  seed: 1,
  steps: 4,
  scale: 1,
  size: "1024x768",
});
const invoke2 = json({
  model: "stable diffusion",
  model_weights: "sd-1.5",
  app_id: "invoke-ai/InvokeAI",
  app_version: "v2.2.5",
  image: { prompt: [{ prompt: "a red fox [blurry]", weight: 1 }], steps: 50, seed: 1, sampler: "k_lms" },
});
const dream = '"a red fox [blurry]" -s 50 -S 1 -W 512 -H 512 -C 7.5 -A k_lms';
const midjourney = "a red fox --ar 16:9 --no blurry --v 6.1 --style raw Job ID: 3c6fd6ef-2d0b-4a3c-9a2b-0123456789ab";
const civitai = `a red fox
Negative prompt: blurry
Seed: 1, Steps: 20, Sampler: Euler a, CFG scale: 7, Hashes: {"model": "abc", "lora:ink": "def"}, Civitai resources: [{"type":"checkpoint","modelName":"Own, 2","modelVersionId":1},{"type":"lora","weight":0.8}], Size: 512x768`;

const easy = {
  prompt: "a red fox",
  negative_prompt: "blurry",
  seed: "1",
  use_stable_diffusion_model: "C:\\models\\stable-diffusion\\sd-v1-4.ckpt",
  use_vae_model: "None",
  num_inference_steps: "25",
  guidance_scale: "7.5",
};
const easyShown = {
  Prompt: "a red fox",
  "Negative Prompt": "blurry",
  Seed: "1",
  "Stable Diffusion model": "/models/stable-diffusion/sd-v1-4.ckpt",
  Steps: "25",
};
const mflux = json({ mflux_version: "0.9.0", model: "flux-dev", prompt: "a red fox", negative_prompt: "blurry", seed: 1, steps: 20 });

const link = (id: string) => [id, 0];
const graph = {
  3: {
    class_type: "KSampler",
    inputs: { seed: 1, steps: 20, positive: link("6"), negative: link("7"), latent_image: link("5"), model: link("4") },
  },
  4: { class_type: "CheckpointLoaderSimple", inputs: { ckpt_name: "sdxl" } },
  5: { class_type: "EmptyLatentImage", inputs: { width: 512, height: 768 } },
  6: { class_type: "CLIPTextEncode", inputs: { text: "a red fox" } },
  7: { class_type: "CLIPTextEncode", inputs: { text: "blurry" } },
};

/** A GIF of one pixel with a comment before its image. */
function makeGif(comment: string): Uint8Array {
  const blocks =
    Buffer.from(comment)
      .toString("latin1")
      .match(/.{1,255}/gs) ?? [];
  const head = Buffer.from("GIF89a\x01\0\x01\0\x80\0\0\0\0\0\xff\xff\xff", "latin1");
  // Other programs write the number of repetitions first.
  const loop = Buffer.from("\x21\xff\x0bNETSCAPE2.0\x03\x01\0\0\0", "latin1");
  const parts = blocks.map((one) => Buffer.from(`${String.fromCharCode(one.length)}${one}`, "latin1"));
  const image = Buffer.from("\x2c\0\0\0\0\x01\0\x01\0\0\x02\x02D\x01\0;", "latin1");
  return Buffer.concat([head, loop, Buffer.from([0x21, 0xfe]), ...parts, Buffer.from([0]), image]);
}

test.each<[name: string, file: Uint8Array, tool: string, model: string | undefined, field: [string, string]]>([
  ["SwarmUI, PNG", makePng({ parameters: swarm }), "SwarmUI", "sd_xl", ["steps", "20"]],
  ["SwarmUI, JPEG", withExif(makeJpeg(), makeExif(inExif(swarm))), "SwarmUI", "sd_xl", ["seed", "1"]],
  ["Fooocus, PNG", makePng({ fooocus_scheme: "fooocus", parameters: fooocus }), "Fooocus", "juggernaut", ["seed", "1"]],
  ["Fooocus, WebP", withWebpChunk("EXIF", makeExif(Buffer.from(fooocus))), "Fooocus", "juggernaut", ["steps", "30"]],
  ["Fooocus before 2.2", makePng({ Comment: oldFooocus }), "Fooocus", "juggernaut", ["seed", "1"]],
  ["NovelAI, PNG", makePng(novel), "NovelAI", "NovelAI Diffusion V4.5", ["steps", "28"]],
  ["NovelAI, WebP", withWebpChunk("EXIF", makeExif(inExif(json(novel)))), "NovelAI", "NovelAI Diffusion V4.5", ["seed", "1"]],
  [
    "Draw Things",
    pngWithXmp(
      `<xmp:CreatorTool>Draw Things</xmp:CreatorTool><exif:UserComment><rdf:Alt><rdf:li xml:lang="x-default">${drawThings.replaceAll('"', "&quot;")}</rdf:li></rdf:Alt></exif:UserComment>`,
    ),
    "Draw Things",
    "flux_1_schnell_q5p.ckpt",
    ["seed", "1"],
  ],
  ["InvokeAI 2", makePng({ "sd-metadata": invoke2, Dream: dream }), "InvokeAI", "sd-1.5", ["steps", "50"]],
  ["InvokeAI 1", makePng({ Dream: dream }), "InvokeAI", undefined, ["steps", "50"]],
  ["InvokeAI 1, joined options", makePng({ Dream: dream.replace("-s 50", "-s50") }), "InvokeAI", undefined, ["steps", "50"]],
  ["Midjourney, PNG", makePng({ Description: midjourney, Author: "someone" }), "Midjourney", "Midjourney 6.1", ["ar", "16:9"]],
  [
    "Midjourney, XMP",
    pngWithXmp(`<dc:description><rdf:Alt><rdf:li xml:lang="x-default">${midjourney}</rdf:li></rdf:Alt></dc:description>`),
    "Midjourney",
    "Midjourney 6.1",
    ["style", "raw"],
  ],
  ["Civitai's lists, seed first", makePng({ parameters: civitai }), "AUTOMATIC1111", undefined, ["Size", "512x768"]],
  [
    "SD.Next",
    makePng({
      parameters: "a red fox\nNegative prompt: blurry\nSteps: 20, Size: 512x768, Seed: 1, App: SD.Next, Version: 2e4e1f4, Model: sdxl",
    }),
    "SD.Next",
    "sdxl",
    ["Seed", "1"],
  ],
  [
    "Forge",
    makePng({ parameters: "a red fox\nNegative prompt: blurry\nSteps: 20, Seed: 1, Model: sdxl, Version: f2.0.1v1.10.1-previous-669" }),
    "Forge",
    "sdxl",
    ["Seed", "1"],
  ],
  [
    "stable-diffusion.cpp",
    makePng({ parameters: "a red fox\nNegative prompt: blurry\nSteps: 20, Seed: 1, Model: sdxl, Version: stable-diffusion.cpp" }),
    "stable-diffusion.cpp",
    "sdxl",
    ["Steps", "20"],
  ],
  ["Easy Diffusion, PNG", makePng(easy), "Easy Diffusion", "sd-v1-4.ckpt", ["num_inference_steps", "25"]],
  ["Easy Diffusion, PNG with displayed names", makePng(easyShown), "Easy Diffusion", "sd-v1-4.ckpt", ["Steps", "25"]],
  ["Easy Diffusion, JPEG", withExif(makeJpeg(), makeExif(inExif(json(easy)))), "Easy Diffusion", "sd-v1-4.ckpt", ["seed", "1"]],
  ["Easy Diffusion, WebP", withWebpChunk("EXIF", makeExif(inExif(json(easyShown)))), "Easy Diffusion", "sd-v1-4.ckpt", ["Seed", "1"]],
  [
    "Tensor.Art, beside a graph",
    makePng({
      generation_data: `${json({ prompt: "a red fox", negativePrompt: "blurry", seed: "1", steps: 25, baseModel: { modelFileName: "pony", hash: "B1" } })}\0`,
      prompt: json({ 1: { class_type: "ECHOCheckpointLoaderSimple", inputs: { ckpt_name: "EMS-1" } } }),
    }),
    "Tensor.Art",
    "pony",
    ["steps", "25"],
  ],
  [
    "Stability Matrix, beside a text of AUTOMATIC1111",
    makePng({
      "parameters-json": json({ PositivePrompt: "a red fox", NegativePrompt: "blurry", Seed: 1, Steps: 20, ModelName: "sdxl" }),
      parameters: "a red fox\nNegative prompt: blurry\nSteps: 20, Seed: 1, Model: sdxl",
      smproj: json({ version: 4, projectType: "TextToImage" }),
    }),
    "Stability Matrix",
    "sdxl",
    ["Steps", "20"],
  ],
  ["mflux", withExif(makeJpeg(), makeExif(inExif(mflux))), "mflux", "flux-dev", ["steps", "20"]],
  [
    "Mochi Diffusion",
    pngWithXmp(
      '<dc:description><rdf:Alt><rdf:li xml:lang="x-default">Include in Image: a red fox; Exclude from Image: blurry; Model: sd-2; Steps: 20; Guidance Scale: 11.0; Seed: 1; Size: 512x512; Upscaler: ; Scheduler: DPM-Solver++; ML Compute Unit: CPU &amp; Neural Engine; Generator: Mochi Diffusion 3.2</rdf:li></rdf:Alt></dc:description>',
    ),
    "Mochi Diffusion",
    "sd-2",
    ["Guidance Scale", "11.0"],
  ],
  ["a JPEG comment", withComment(makeJpeg(), civitai), "AUTOMATIC1111", undefined, ["Hashes", '{"model": "abc", "lora:ink": "def"}']],
  ["a GIF's comment", makeGif(civitai), "AUTOMATIC1111", undefined, ["Seed", "1"]],
  ["ComfyUI, a comment with both graphs", makePng({ Comment: json({ prompt: graph, workflow: {} }) }), "ComfyUI", "sdxl", ["steps", "20"]],
  [
    "ComfyUI, a comment with texts of both graphs",
    withComment(makeJpeg(), json({ workflow: "{}", prompt: json(graph) })),
    "ComfyUI",
    "sdxl",
    ["seed", "1"],
  ],
  [
    "ComfyUI of Civitai",
    withExif(makeJpeg(), makeExif(inExif(json({ ...graph, extra: { airs: [] }, extraMetadata: "{}" })))),
    "ComfyUI",
    "sdxl",
    ["height", "768"],
  ],
  [
    "no steps",
    makePng({ parameters: "a red fox\nNegative prompt: blurry\nSampler: Euler a, CFG scale: 7, Seed: 1, Model: sdxl" }),
    "AUTOMATIC1111",
    "sdxl",
    ["Seed", "1"],
  ],
])("%s", async (_, file, tool, model, field) => {
  const metadata = await readFileMetadata(sourceOfBytes(file));
  expect(metadata?.origin).toMatchObject<Partial<Origin>>({ model, prompt: "a red fox", negativePrompt: "blurry", kind: "image" });
  expect(metadata?.origin?.fields).toContainEqual(field);
  expect(metadata && readMade(metadata)).toEqual({ tool, model: model ?? "", prompt: "a red fox" });
});

test.each([
  ["with its prompt", "a red fox"],
  ["without it", undefined],
])("FLUX of Black Forest Labs, %s", async (_, prompt) => {
  const tags = { 305: "AI generated;txt2img;flux", 271: "Black Forest Labs", 272: "flux-dev", ...(prompt && { 270: prompt }) };
  const metadata = await readFileMetadata(sourceOfBytes(withExif(makeJpeg(), makeTags(tags))));
  expect(metadata && readMade(metadata)).toEqual({ tool: "FLUX", model: "flux-dev", prompt: prompt ?? "" });
});

const label = { Label: "1", ContentProducer: "doubao", ProduceID: "f123", ReservedCode1: "", ContentPropagator: "", PropagateID: "" };
const inTc260 = (description: string) =>
  withChunk(
    makePng(),
    "iTXt",
    Buffer.from(
      `XML:com.adobe.xmp\0\0\0\0\0<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns:TC260="http://www.tc260.org.cn/ns/AIGC/1.0/">${description}</rdf:RDF></x:xmpmeta>`,
    ),
  );
const escaped = (value: unknown) => json(value).replaceAll('"', "&quot;");

/** The forms of Doubao, of HarmonyOS, of MiniMax, and of ffmpeg with the name of the standard. */
test.each([
  ["an element of XMP", inTc260(`<rdf:Description rdf:about=""><TC260:AIGC>${escaped(label)}</TC260:AIGC></rdf:Description>`), "doubao"],
  ["an attribute of XMP", inTc260(`<rdf:Description rdf:about="" TC260:AIGC="${escaped(label)}"/>`), "doubao"],
  ["a text of PNG", makePng({ AIGC: json(label) }), "doubao"],
  ["a text of PNG with its name twice", makePng({ AIGC: json({ AIGC: { ...label, Label: 1 } }) }), "doubao"],
  ["a comment", withExif(makeJpeg(), makeExif(Buffer.from(json({ AIGC: label })))), "doubao"],
  ["a name of its own for the label", makePng({ aigc: json({ aigc: { ...label, Label: "AIGC" } }) }), "doubao"],
  ["the code of a company", makePng({ AIGC: json({ ...label, ContentProducer: "001191110102MACQD9K64018705" }) }), "unknown"],
  ["possibly generated", makePng({ AIGC: json({ ...label, Label: "2" }) }), undefined],
  ["suspected of it", makePng({ AIGC: json({ ...label, Label: 3 }) }), undefined],
  ["another object", makePng({ AIGC: json({ Title: "A.I.G.C." }) }), undefined],
])("the label of China in %s", async (_, file, tool) => {
  const metadata = await readFileMetadata(sourceOfBytes(file));
  expect(metadata && readMade(metadata)).toEqual(tool && { tool, model: "", prompt: "" });
  if (tool !== undefined) expect(metadata?.origin?.fields).toContainEqual(["ProduceID", "f123"]);
});

test.each([
  ["Made with Google AI", "Google AI"],
  ["Apple Image Playground", "Apple Image Playground"],
])("the credit %j names the program of a generated file", async (credit, tool) => {
  const packet = (source: string) =>
    inTc260(
      `<rdf:Description rdf:about="" xmlns:p="http://ns.adobe.com/photoshop/1.0/" xmlns:i="http://iptc.org/std/Iptc4xmpExt/2008-02-29/" p:Credit="${credit}" i:DigitalSourceType="http://cv.iptc.org/newscodes/digitalsourcetype/${source}"/>`,
    );
  const read = async (source: string) => {
    const metadata = await readFileMetadata(sourceOfBytes(packet(source)));
    return metadata && readMade(metadata);
  };
  expect(await read("trainedAlgorithmicMedia")).toMatchObject({ tool });
  expect(await read("digitalCapture")).toBeUndefined();
});

test("a photograph with a maker and a model is not of a generator", async () => {
  const tags = { 271: "Canon", 272: "EOS R5", 305: "Adobe Photoshop 26.0", 270: "a red fox" };
  const metadata = await readFileMetadata(sourceOfBytes(withExif(makeJpeg(), makeTags(tags))));
  expect(metadata && readMade(metadata)).toBeUndefined();
});

/** An Exif block with these texts. */
function makeTags(tags: Readonly<Record<number, string>>): Buffer {
  const entries = Object.entries(tags);
  const head = Buffer.alloc(10 + entries.length * 12 + 4);
  head.write("II*\0\b\0\0\0", "latin1");
  head.writeUInt16LE(entries.length, 8);
  const texts = entries.map(([, text]) => Buffer.from(`${text}\0\0\0\0\0`, "latin1"));
  for (const [index, [tag, text]] of entries.entries()) {
    const at = 10 + index * 12;
    head.writeUInt16LE(Number(tag), at);
    head.writeUInt16LE(2, at + 2);
    head.writeUInt32LE(text.length + 1, at + 4);
    head.writeUInt32LE(head.length + texts.slice(0, index).reduce((sum, one) => sum + one.length, 0), at + 8);
  }
  return Buffer.concat([head, ...texts]);
}

test.each([
  ["an ordinary comment", makePng({ Comment: "taken on a walk, Steps of the town hall" })],
  ["a description with a size", withComment(makeJpeg(), "Size: 20 x 30 cm")],
  ["a GIF that ends in its comment", makeGif(civitai).subarray(0, 60)],
  ["an object with a prompt of another program", makePng({ Comment: json({ prompt: { a: 1 } }) })],
  ["JSON of another program", makePng({ parameters: json({ prompt: "$", version: 2 }) })],
  ["an address", makePng({ Description: "Job ID: 7" })],
])("%s is not metadata of a generator", async (_, file) => {
  expect((await readFileMetadata(sourceOfBytes(file)))?.origin).toBeUndefined();
});

function withComment(jpeg: Uint8Array, text: string): Uint8Array {
  const content = Buffer.from(text);
  const length = content.length + 2;
  return Buffer.concat([jpeg.subarray(0, 2), Buffer.from([0xff, 0xfe, length >> 8, length & 0xff]), content, jpeg.subarray(2)]);
}
