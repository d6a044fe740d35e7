/** What each type of provider is sent for each added field, as bytes on a socket, and which fields are refused by name. */

import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { buffer } from "node:stream/consumers";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { RemoteConfiguration } from "../../../src/contract/configuration.ts";
import type { AddedValues } from "../../../src/contract/generationRequest.ts";
import { decodePng } from "../../../src/images/decodePng.ts";
import { encodePng } from "../../../src/images/encodePng.ts";
import { falDialect, plainDialect } from "../../../src/providers/dialects/plain.ts";
import { startMedia } from "../../../src/providers/generateMedia.ts";
import { describe as describeModel } from "../../../src/providers/listRemoteModels.ts";
import { createRemoteProvider } from "../../../src/providers/remoteProvider.ts";
import { writeCall } from "../../../src/providers/writeCall.ts";
import { imageRequest, videoRequest } from "./requests.ts";

/** Two pixels: the left one is transparent, so it changes. */
const pixels = Buffer.from(encodePng({ width: 2, height: 1, channels: 4, data: Uint8Array.of(9, 9, 9, 0, 9, 9, 9, 255) }));
const file = { mediaType: "image/png", name: undefined, bytes: pixels, part: "image" as const };

interface Sent {
  path: string;
  body: Record<string, unknown>;
}
let sent: Sent[] = [];
const server = createServer((request, response) => void answer(request, response));
beforeAll(async () => {
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
});
afterAll(() => server.close());
beforeEach(() => {
  sent = [];
});

/** One answer that every engine's reader accepts. */
async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const bytes = await buffer(request);
  const type = request.headers["content-type"] ?? "";
  if (request.method === "POST") {
    const body = type.startsWith("multipart/")
      ? Object.fromEntries(await new Response(Uint8Array.from(bytes), { headers: { "content-type": type } }).formData())
      : JSON.parse(bytes.toString());
    sent.push({ path: request.url ?? "", body });
  }
  const image = pixels.toString("base64");
  response.setHeader("content-type", "application/json");
  response.end(
    JSON.stringify({
      id: "job",
      status: "completed",
      result: { images: [{ b64_json: image }] },
      images: [image],
      data: [{ b64_json: image }],
      candidates: [{ content: { parts: [{ inlineData: { mimeType: "image/png", data: image } }] }, finishReason: "STOP" }],
      name: "operations/job",
    }),
  );
}

const keep = async (bytes: Uint8Array) => bytes;
const address = () => `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`;
const compatible = (engine: "openai" | "sglang" | "openrouter" | "stable-diffusion.cpp" | "automatic1111") => (): RemoteConfiguration => ({
  type: "openai-compatible",
  baseURL: address(),
  engine,
});
const openai = (): RemoteConfiguration => ({ type: "openai", baseURL: address(), apiKey: "k" });
const google = (): RemoteConfiguration => ({ type: "google", baseURL: address(), apiKey: "k" });

function open(configuration: RemoteConfiguration) {
  return createRemoteProvider({ name: "p", configuration, environment: {}, keys: {}, network: {}, log: () => undefined });
}

async function send(configuration: RemoteConfiguration, kind: "image" | "video", id: string, added: AddedValues, isChange: boolean) {
  const provider = open(configuration);
  const model = describeModel(id, [kind]);
  const { signal } = new AbortController();
  const references = isChange ? [file] : [];
  try {
    if (kind === "image")
      await startMedia("image", { provider, model, request: imageRequest({ size: undefined, references, added }), signal }, keep);
    else
      await startMedia(
        "video",
        { provider, model, request: videoRequest({ size: undefined, quality: undefined, references, added }), signal },
        keep,
      );
  } finally {
    await provider.close();
  }
  return sent[0];
}

describe("an image", () => {
  test.each([
    // Source: OpenAI, "Create image", "Create image edit".
    ["OpenAI", openai, "gpt-image-1", { n: 3 }, { n: 3 }],
    ["OpenAI", openai, "gpt-image-1", { background: "transparent" }, { background: "transparent" }],
    ["OpenAI", openai, "gpt-image-1", { output_format: "webp" }, { output_format: "webp" }],
    // Source: vLLM-Omni, "Image Generation API"; SGLang, "OpenAI API" of diffusion.
    ["vLLM-Omni", compatible("openai"), "m", { n: 2 }, { n: 2 }],
    ["vLLM-Omni", compatible("openai"), "m", { seed: 42 }, { seed: 42 }],
    ["vLLM-Omni", compatible("openai"), "m", { negative_prompt: "rain" }, { negative_prompt: "rain" }],
    ["vLLM-Omni", compatible("openai"), "m", { steps: 9 }, { num_inference_steps: 9 }],
    ["SGLang", compatible("sglang"), "m", { guidance: 4.5 }, { guidance_scale: 4.5 }],
    ["SGLang", compatible("sglang"), "m", { background: "opaque" }, { background: "opaque" }],
    // Source: OpenRouter, "ImageGenerationRequest".
    ["OpenRouter", compatible("openrouter"), "m", { n: 2, seed: 7 }, { n: 2, seed: 7 }],
    ["OpenRouter", compatible("openrouter"), "m", { output_format: "jpeg" }, { output_format: "jpeg" }],
    // Source: Gemini API, "GenerationConfig".
    ["Google", google, "gemini-2.5-flash-image", { seed: 5 }, { generationConfig: expect.objectContaining({ seed: 5 }) }],
    // Source: stable-diffusion.cpp, "sdcpp API".
    ["stable-diffusion.cpp", compatible("stable-diffusion.cpp"), "m", { n: 4, seed: 0 }, { batch_count: 4, seed: 0 }],
    [
      "stable-diffusion.cpp",
      compatible("stable-diffusion.cpp"),
      "m",
      { steps: 8, guidance: 2 },
      { sample_params: { sample_steps: 8, guidance: { txt_cfg: 2 } } },
    ],
    [
      "stable-diffusion.cpp",
      compatible("stable-diffusion.cpp"),
      "m",
      { negative_prompt: "rain", output_format: "webp" },
      { negative_prompt: "rain", output_format: "webp" },
    ],
    // Source: stable-diffusion-webui, "API".
    ["AUTOMATIC1111", compatible("automatic1111"), "m", { n: 2, seed: 3 }, { batch_size: 2, seed: 3 }],
    [
      "AUTOMATIC1111",
      compatible("automatic1111"),
      "m",
      { steps: 20, guidance: 7, negative_prompt: "rain" },
      { steps: 20, cfg_scale: 7, negative_prompt: "rain" },
    ],
  ])("for %s", async (_, configuration, id, added, expected) => {
    expect((await send(configuration(), "image", id, added, false))?.body).toMatchObject(expected);
  });

  test.each([
    ["OpenAI", openai, { seed: 1 }],
    ["OpenAI", openai, { negative_prompt: "rain" }],
    ["OpenAI", openai, { strength: 0.5 }],
    ["OpenAI", openai, { steps: 3 }],
    ["OpenAI", openai, { guidance: 3 }],
    ["OpenRouter", compatible("openrouter"), { mask: file }],
    ["OpenRouter", compatible("openrouter"), { steps: 3 }],
    ["Google", google, { n: 2 }],
    ["Google", google, { mask: file }],
    ["Google", google, { negative_prompt: "rain" }],
    ["stable-diffusion.cpp", compatible("stable-diffusion.cpp"), { background: "opaque" }],
    ["AUTOMATIC1111", compatible("automatic1111"), { output_format: "png" }],
  ])("of %s is refused by name, before anything is sent", (_, configuration, added) => {
    const [param] = Object.keys(added);
    const request = imageRequest({ size: undefined, added });
    expect(writeCall(open(configuration()).dialect, "image", describeModel("m", ["image"]), request)).toMatchObject({ param });
    expect(sent).toEqual([]);
  });

  test("of fal's package has its options, and that of another package only the common ones", () => {
    const model = describeModel("fal-ai/flux/dev", ["image"]);
    const request = imageRequest({
      size: undefined,
      added: { n: 2, seed: 4, steps: 9, guidance: 3, negative_prompt: "rain", strength: 0.4 },
    });
    // Source: @ai-sdk/fal 3.
    expect(writeCall(falDialect, "image", model, request)).toMatchObject({
      n: 2,
      seed: 4,
      providerOptions: { fal: { numInferenceSteps: 9, guidanceScale: 3, negative_prompt: "rain", strength: 0.4 } },
    });
    expect(writeCall(plainDialect, "image", model, imageRequest({ size: undefined, added: { n: 2, seed: 4, mask: file } }))).toMatchObject({
      n: 2,
      seed: 4,
      mask: file,
    });
    expect(writeCall(plainDialect, "image", model, request)).toMatchObject({ param: "negative_prompt" });
  });
});

describe("a mask", () => {
  const greyOf = (png: Uint8Array) => {
    const { data } = decodePng(png) ?? { data: new Uint8Array() };
    return [data[0], data[4]];
  };
  const bytesOf = async (value: unknown) => (value instanceof Blob ? new Uint8Array(await value.arrayBuffer()) : Buffer.from([]));
  const inline = (value: unknown) => Buffer.from(String(value).replace(/^data:[^,]*,/, ""), "base64");

  test.each([
    ["OpenAI", openai],
    ["an engine with OpenAI's interface", compatible("openai")],
  ])("of %s keeps its transparency", async (_, configuration) => {
    const request = await send(configuration(), "image", "gpt-image-1", { mask: file }, true);
    expect(request?.path).toBe("/v1/images/edits");
    expect(await bytesOf(request?.body.mask)).toEqual(new Uint8Array(pixels));
    expect(await bytesOf(request?.body.image)).toEqual(new Uint8Array(pixels));
  });

  test("of stable-diffusion.cpp is white where it was transparent, and the reference image is where it starts", async () => {
    const request = await send(compatible("stable-diffusion.cpp")(), "image", "m", { mask: file, strength: 0.6 }, true);
    expect(request?.path).toBe("/sdcpp/v1/img_gen");
    expect(greyOf(inline(request?.body.mask_image))).toEqual([255, 0]);
    expect(inline(request?.body.init_image)).toEqual(pixels);
    expect(request?.body).toMatchObject({ strength: 0.6 });
    expect(request?.body).not.toHaveProperty("ref_images");
  });

  test("of AUTOMATIC1111 too", async () => {
    const request = await send(compatible("automatic1111")(), "image", "m", { mask: file, strength: 0.6 }, true);
    expect(request?.path).toBe("/v1/img2img");
    expect(greyOf(inline(request?.body.mask))).toEqual([255, 0]);
    expect(request?.body).toMatchObject({ denoising_strength: 0.6 });
  });
});

describe("a video", () => {
  test.each([
    [
      "vLLM-Omni",
      compatible("openai"),
      "m",
      { seed: 4, steps: 9, guidance: 3 },
      { seed: "4", num_inference_steps: "9", guidance_scale: "3" },
    ],
    ["SGLang", compatible("sglang"), "m", { seed: 4, negative_prompt: "rain" }, { seed: 4, negative_prompt: "rain" }],
    [
      "stable-diffusion.cpp",
      compatible("stable-diffusion.cpp"),
      "m",
      { seed: 4, steps: 9, negative_prompt: "rain" },
      { seed: 4, negative_prompt: "rain", sample_params: { sample_steps: 9 } },
    ],
    ["Google", google, "veo-3.0-generate-001", { seed: 4, negative_prompt: "rain" }, { parameters: { seed: 4, negativePrompt: "rain" } }],
  ])("for %s", async (_, configuration, id, added, expected) => {
    expect((await send(configuration(), "video", id, added, false))?.body).toMatchObject(expected);
  });
});
