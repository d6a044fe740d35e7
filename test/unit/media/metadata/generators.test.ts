/** Metadata of other programs is read as a prompt, a model and fields. */
import { deflateSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import { sourceOfBytes } from "../../../../src/media/files/byteSource.ts";
import { readParameters } from "../../../../src/media/metadata/generators/automatic1111.ts";
import { generators } from "../../../../src/media/metadata/generators/generators.ts";
import { readFileMetadata } from "../../../../src/media/metadata/readFileMetadata.ts";
import { readXmp } from "../../../../src/media/metadata/xmp/readXmp.ts";
import { fc, runsOf } from "../../../fuzzing.ts";
import { makeExif, makeJpeg, makePng, withChunk, withExif, withWebpChunk } from "./samples.ts";

const read = async (bytes: Uint8Array) => (await readFileMetadata(sourceOfBytes(bytes)))?.origin;

const parameters = `a red fox, (snow:1.2)
in the morning
Negative prompt: blurry, low quality
Steps: 20, Sampler: DPM++ 2M Karras, CFG scale: 7, Seed: 123456, Size: 512x768, Model hash: abc, Model: sd_xl_base_1.0, Lora hashes: "one: 1, two: 2", Version: v1.9.4`;
const graph = {
  3: {
    class_type: "KSampler",
    inputs: {
      seed: 42,
      steps: 20,
      cfg: 8.5,
      sampler_name: "euler",
      positive: ["6", 0],
      negative: ["7", 0],
      latent_image: ["5", 0],
      model: ["4", 0],
    },
  },
  4: { class_type: "CheckpointLoaderSimple", inputs: { ckpt_name: "sdxl.safetensors" } },
  5: { class_type: "EmptyLatentImage", inputs: { width: 640, height: 384, batch_size: 1 } },
  6: { class_type: "ConditioningConcat", inputs: { conditioning: ["8", 0] } },
  7: { class_type: "CLIPTextEncode", inputs: { text: "blurry" } },
  8: { class_type: "CLIPTextEncode", inputs: { text: ["9", 0] } },
  9: { class_type: "PrimitiveString", inputs: { value: "a red fox" } },
};
const comfy = { tool: "ComfyUI", model: "sdxl.safetensors", kind: "image", prompt: "a red fox", negativePrompt: "blurry" };

describe("AUTOMATIC1111's parameters", () => {
  const expected = {
    tool: "AUTOMATIC1111",
    model: "sd_xl_base_1.0",
    prompt: "a red fox, (snow:1.2)\nin the morning",
    negativePrompt: "blurry, low quality",
    fields: expect.arrayContaining([
      ["Seed", "123456"],
      ["Size", "512x768"],
      ["Lora hashes", "one: 1, two: 2"],
    ]),
  };

  test("are read from a PNG, compressed or not", async () => {
    expect(await read(makePng({ parameters }))).toMatchObject(expected);
    const compressed = Buffer.concat([Buffer.from("parameters\0\0", "latin1"), deflateSync(parameters)]);
    expect(await read(withChunk(makePng(), "zTXt", compressed))).toMatchObject(expected);
    const international = Buffer.concat([Buffer.from("parameters\0\x01\0\0\0", "latin1"), deflateSync(`${parameters} für`)]);
    expect((await read(withChunk(makePng(), "iTXt", international)))?.fields).toContainEqual(["Version", "v1.9.4 für"]);
  });

  test("are read from the Exif of a JPEG and of a WebP", async () => {
    const comment = Buffer.concat([Buffer.from("UNICODE\0", "latin1"), Buffer.from(parameters, "utf16le").swap16()]);
    const exif = makeExif(comment);
    expect(await read(withExif(makeJpeg(), exif))).toMatchObject(expected);
    expect(await read(withWebpChunk("EXIF", exif))).toMatchObject(expected);
  });

  test("without a negative prompt, or without any prompt, are read too", () => {
    expect(readParameters("a fox\nSteps: 1, Seed: 2")).toMatchObject({
      prompt: "a fox",
      negativePrompt: undefined,
      fields: [
        ["Steps", "1"],
        ["Seed", "2"],
      ],
    });
    expect(readParameters("Steps: 1, Seed: 2")).toMatchObject({ prompt: undefined });
    expect(readParameters("a text of somebody")).toBeUndefined();
  });
});

test("InvokeAI's metadata is read, of version 3 and earlier", async () => {
  const metadata = {
    app_version: "4.2.0",
    generation_mode: "sdxl_txt2img",
    positive_prompt: "a red fox",
    negative_prompt: "blurry",
    width: 1024,
    height: 768,
    seed: 7,
    model: { name: "Juggernaut" },
  };
  expect(await read(makePng({ invokeai_metadata: JSON.stringify(metadata) }))).toMatchObject({
    tool: "InvokeAI 4.2.0",
    model: "Juggernaut",
    prompt: "a red fox",
    negativePrompt: "blurry",
    fields: expect.arrayContaining([
      ["width", "1024"],
      ["seed", "7"],
    ]),
  });
  const before = { model_weights: "stable-diffusion-1.5", image: { prompt: [{ prompt: "a red fox", weight: 1 }], seed: 3, width: 512 } };
  expect(await read(makePng({ "sd-metadata": JSON.stringify(before) }))).toMatchObject({
    model: "stable-diffusion-1.5",
    prompt: "a red fox",
  });
});

test("ComfyUI's graph is followed from the sampler to the texts, the model and the size", async () => {
  const found = await read(makePng({ workflow: "{}", prompt: JSON.stringify(graph) }));
  expect(found).toMatchObject({
    ...comfy,
    fields: expect.arrayContaining([
      ["seed", "42"],
      ["width", "640"],
      ["height", "384"],
    ]),
  });
  expect(await read(withWebpChunk("EXIF", makeExif(undefined, `prompt:${JSON.stringify(graph)}`)))).toMatchObject(comfy);
});

test("ComfyUI's graph is read although Python has written numbers that JSON does not have", async () => {
  const prompt = 'a fox, "is_changed": [NaN] -Infinity';
  const encoder = JSON.stringify({ class_type: "CLIPTextEncode", inputs: { text: prompt } });
  const text = `{"3": {"class_type": "KSampler", "inputs": {"positive": ["6", 0], "denoise": NaN}, "is_changed": [NaN, -Infinity]}, "6": ${encoder}}`;
  expect(await read(makePng({ prompt: text }))).toMatchObject({ tool: "ComfyUI", prompt });
});

test("a graph with cycles ends", async () => {
  const loop = {
    1: { class_type: "KSampler", inputs: { positive: ["2", 0] } },
    2: { class_type: "A", inputs: { a: ["3", 0] } },
    3: { class_type: "B", inputs: { b: ["2", 0] } },
  };
  expect(await read(makePng({ prompt: JSON.stringify(loop) }))).toMatchObject({ tool: "ComfyUI", prompt: undefined });
});

test("no text crashes a reader, and none takes long", () => {
  const pieces = fc.constantFrom(
    "Steps: 1",
    "\n",
    "Negative prompt:",
    '"',
    "\\",
    ":",
    ",",
    "{",
    "}",
    "<",
    ">",
    "<rdf:RDF",
    "</",
    "<!--",
    "-->",
    "xmlns:rdf=",
    "&#x;",
    "a",
    " ",
    "=",
  );
  fc.assert(
    fc.property(fc.array(pieces, { maxLength: 60 }), (parts) => {
      const text = parts.join("");
      for (const generator of generators)
        for (const keyword of ["parameters", "prompt", "Comment", "Dream"]) generator.read([{ keyword, text }]);
      readXmp(text);
    }),
    { numRuns: runsOf(2000) },
  );
  const started = performance.now();
  for (const part of ["<", "<a ", "<a>", "<!--", '<a b="', "&", "Steps: 1\n", 'a: "', "a:"]) {
    const text = part.repeat(1_000_000 / part.length);
    for (const generator of generators) generator.read([{ keyword: "Comment", text }]);
    readXmp(text);
  }
  expect(performance.now() - started).toBeLessThan(30_000);
});
