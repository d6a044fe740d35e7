/** What each type of provider is sent for each added field, as bytes on a socket, and which fields are refused by name. */

import { once } from "node:events";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { buffer } from "node:stream/consumers";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type AddedField, addedNames, changesImage } from "../../../src/contract/addedFields.ts";
import type { AddedValues } from "../../../src/contract/generationRequest.ts";
import { decodePng } from "../../../src/media/images/decodePng.ts";
import { encodePng } from "../../../src/media/images/encodePng.ts";
import { dialectOfPackage } from "../../../src/providers/dialects/plain.ts";
import { startMedia } from "../../../src/providers/generateMedia.ts";
import { type Dialect, type ProviderModel, toProviderModel } from "../../../src/providers/provider.ts";
import { readConfiguration } from "../../../src/providers/readConfiguration.ts";
import { createRemoteProvider } from "../../../src/providers/remoteProvider.ts";
import { writeCall } from "../../../src/providers/writeCall.ts";
import { type EngineBodies, engineBodies, values } from "./addedFieldBodies.ts";
import { audioRequest, imageRequest, videoRequest } from "./requests.ts";

const [width, height] = [64, 32];
const draw = (alphaAt: (x: number) => number) => {
  const data = Uint8Array.from({ length: width * height * 4 }, (_, at) => (at % 4 === 3 ? alphaAt(((at - 3) / 4) % width) : 9));
  const bytes = Buffer.from(encodePng({ width, height, channels: 4, data }));
  return { mediaType: "image/png", name: undefined, bytes, part: "image" as const };
};
const image = draw(() => 255);
/** The left half is selected. */
const mask = draw((x) => (x < width / 2 ? 0 : 255));

const named = new Map<string, string>();
/** Files of a body become what they show, in every form in which engines take them. */
async function describeFiles(value: unknown): Promise<unknown> {
  if (value instanceof Blob) return describePng(new Uint8Array(await value.arrayBuffer()));
  if (Array.isArray(value)) return Promise.all(value.map(describeFiles));
  if (typeof value === "object" && value !== null) {
    const entries = Object.entries(value).map(async ([name, inner]) => [name, await describeFiles(inner)]);
    return Object.fromEntries(await Promise.all(entries));
  }
  const name = typeof value === "string" ? named.get(value) : undefined;
  if (name !== undefined) return `a name of ${name}`;
  const isPng = typeof value === "string" && /^(?:data:image\/png;base64,)?iVBOR/.test(value);
  return isPng ? describePng(Buffer.from(value.replace(/^data:[^,]*,/, ""), "base64")) : value;
}

function describePng(bytes: Uint8Array): string {
  const { data } = decodePng(bytes) ?? { data: new Uint8Array() };
  if (data[3] === 0 && data.at(-1) === 255) return "a mask whose selection is transparent";
  return data[0] === 255 && data.at(-2) === 0 ? "a mask whose selection is white" : "the image";
}

interface Sent {
  path: string;
  body: Record<string, unknown>;
}
let sent: Sent[] = [];
let folder: string;
const server = createServer((request, response) => void answer(request, response));
beforeAll(async () => {
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  folder = await mkdtemp(path.join(tmpdir(), "generation-studio-fields-"));
});
afterAll(async () => {
  server.close();
  await rm(folder, { recursive: true, force: true });
});

/** One answer that every engine's reader accepts. */
async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const bytes = await buffer(request);
  const [url = "", type = ""] = [request.url, request.headers["content-type"]];
  const png = image.bytes.toString("base64");
  if (request.method === "POST") {
    const isForm = type.startsWith("multipart/");
    const form = isForm && (await new Response(Uint8Array.from(bytes), { headers: { "content-type": type } }).formData());
    const body = form ? Object.fromEntries(form) : JSON.parse(bytes.toString());
    if (url.endsWith("/upload/image")) {
      named.set(`${named.size}.png`, String(await describeFiles(body.image)));
      return void response.end(JSON.stringify({ name: `${named.size - 1}.png` }));
    }
    sent.push({ path: url, body });
  }
  if (url.includes("/view?")) return void response.end(image.bytes);
  const id = "made-1";
  const files = { images: [{ filename: "made.png", subfolder: "", type: "output" }] };
  response.setHeader("content-type", "application/json");
  const made = {
    ...{ id, prompt_id: id, name: `operations/${id}`, status: "completed", [id]: { outputs: { "9": files } } },
    ...{ result: { images: [{ b64_json: png }] }, images: [png], data: [{ b64_json: png }], image: png },
    candidates: [{ content: { parts: [{ inlineData: { mimeType: "image/png", data: png } }] }, finishReason: "STOP" }],
  };
  response.end(JSON.stringify(url.endsWith("/upscalers") ? [{ name: "None" }, { name: "R-ESRGAN 4x+" }] : made));
}

/** A node with an input for each placeholder that has a value in the request. */
async function writeWorkflow(given: readonly string[]): Promise<string> {
  const file = path.join(folder, `${given.join("-")}.json`);
  const inputs = Object.fromEntries(["prompt", ...given].map((name) => [name, `{{${name}}}`]));
  await writeFile(file, JSON.stringify({ "1": { class_type: "Draw", inputs } }));
  return file;
}

async function openProvider({ type }: Pick<EngineBodies, "type">) {
  const baseURL = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`;
  const isEngine = type !== "openai" && type !== "google";
  const engine = type === "openai-compatible" ? {} : { engine: type };
  const written = isEngine ? { type: "openai-compatible", baseURL, ...engine } : { type, baseURL, apiKey: "k" };
  const configuration = readConfiguration(JSON.stringify({ providers: { p: written } })).providers.p;
  if (configuration === undefined || configuration.type === "command" || configuration.type === "local" || configuration.type === "demo")
    throw new TypeError(type);
  return createRemoteProvider({ name: "p", configuration, environment: {}, keys: {}, network: {}, log: () => undefined });
}

function write(dialect: Dialect, model: ProviderModel, request: ReturnType<typeof requestOf>) {
  switch (request.kind) {
    case "image":
      return writeCall(dialect, "image", model, request);
    case "audio":
      return writeCall(dialect, "audio", model, request);
    case "video":
      return writeCall(dialect, "video", model, request);
  }
}

const requestOf = (kind: "image" | "audio" | "video", added: AddedValues, hasReference: boolean) => {
  if (kind === "audio") return audioRequest({ voice: "alloy", speed: undefined, added });
  const changes = { size: undefined, references: hasReference ? [image] : [], added };
  return kind === "image" ? imageRequest(changes) : videoRequest({ ...changes, quality: undefined, duration: undefined });
};

/** What is sent, without what is different each time. */
async function send(row: EngineBodies, added: AddedValues, hasReference: boolean): Promise<Sent | undefined> {
  sent = [];
  const provider = await openProvider(row);
  const names = [...Object.keys(added), ...(hasReference ? ["image"] : [])];
  const model = { ...toProviderModel(row.id, [row.kind]), ...(row.type === "comfyui" ? { workflow: await writeWorkflow(names) } : {}) };
  const call = { provider, model, signal: new AbortController().signal };
  const request = requestOf(row.kind, added, hasReference);
  try {
    if (request.kind === "image") await startMedia("image", { ...call, request }, async (bytes) => bytes);
    // What the answer contains is no sound, and LocalAI's no video.
    else if (request.kind === "audio") await startMedia("audio", { ...call, request }, async (bytes) => bytes).catch(() => undefined);
    else await startMedia("video", { ...call, request }, async (bytes) => bytes).catch(() => undefined);
  } finally {
    await provider.close();
  }
  const [first] = sent;
  const { force_task_id: _task, client_id: _client, ...body } = first?.body ?? {};
  const inputs = row.type === "comfyui" ? Object(Object(body.prompt)["1"]).inputs : body;
  return first && { path: first.path, body: Object(await describeFiles(inputs)) };
}

/** The fields of a body that differ from another one; `null`: it lacks them. */
function changesOf(body: Sent["body"], before: Sent["body"]): Sent["body"] {
  const names = [...new Set([...Object.keys(body), ...Object.keys(before)])];
  const changed = names.filter((name) => JSON.stringify(body[name]) !== JSON.stringify(before[name]));
  return Object.fromEntries(changed.map((name) => [name, body[name] ?? null]));
}

const givenOf = (name: AddedField): AddedValues =>
  name === "mask" ? { mask } : name === "last_frame" ? { last_frame: image } : { [name]: values[name] };

describe.each(Object.entries(engineBodies))("%s", (_, row) => {
  test("is requested with nothing else", async () => {
    expect(await send(row, {}, false)).toEqual(row.plain);
    if (row.reference === undefined) return;
    const withReference = await send(row, {}, true);
    expect(changesOf(withReference?.body ?? {}, { ...row.plain.body })).toEqual(row.reference.body);
    expect(withReference?.path).toBe(row.reference.path ?? row.plain.path);
  });

  test.each(addedNames.filter((name) => row.added[name]))("gets %s as its interface names it", async (name) => {
    const before = await send(row, {}, changesImage(name));
    const after = await send(row, givenOf(name), changesImage(name));
    expect(changesOf(after?.body ?? {}, before?.body ?? {})).toEqual(row.added[name]);
  });

  test.each(addedNames.filter((name) => !row.added[name]))("refuses %s by name, before anything is sent", async (name) => {
    sent = [];
    const provider = await openProvider(row);
    const model = { ...toProviderModel(row.id, [row.kind]), workflow: "workflow.json" };
    const request = requestOf(row.kind, givenOf(name), true);
    expect(write(provider.dialect, model, request)).toMatchObject({ param: name });
    expect(sent).toEqual([]);
    await provider.close();
  });
});

test.each([
  [3000, 1000, 2048, 680],
  [30, 2, 32, 8],
])("a reference image of %d x %d pixels is drawn by AUTOMATIC1111 with sides that its models have", async (wide, high, ...sides) => {
  sent = [];
  const provider = await openProvider({ type: "automatic1111" });
  const bytes = Buffer.from(encodePng({ width: wide, height: high, channels: 3, data: new Uint8Array(wide * high * 3) }));
  const request = imageRequest({ size: undefined, references: [{ ...image, bytes }] });
  const call = { provider, model: toProviderModel("m", ["image"]), request, signal: new AbortController().signal };
  await startMedia("image", call, async (made) => made);
  expect([sent[0]?.body.width, sent[0]?.body.height]).toEqual(sides);
  await provider.close();
});

/** Sources: AI SDK, `ImageModelV4` and `Experimental_VideoModelV4`; @ai-sdk/fal 3, which passes unknown options of a video on as they are. */
describe("a package of the AI SDK", () => {
  const model = toProviderModel("m", ["image", "audio", "video"]);
  const imageUri = `data:image/png;base64,${image.bytes.toString("base64")}`;
  const common = { n: { n: 3, isLimitedPerCall: true }, seed: { seed: 0 }, mask: { mask } };
  const film = { last_frame: { lastFrame: image }, generate_audio: { generateAudio: false }, fps: { fps: 12 } };
  const packages = {
    "an image of any package": { dialect: dialectOfPackage("another"), kind: "image", added: common },
    "a video of any package": { dialect: dialectOfPackage("another"), kind: "video", added: { ...film, seed: { seed: 0 } } },
    "a speech of any package": {
      dialect: dialectOfPackage("another"),
      kind: "audio",
      added: { voice_instructions: { instructions: values.voice_instructions }, language: { language: "pt-BR" } },
    },
    "an image of fal": {
      dialect: dialectOfPackage("@ai-sdk/fal"),
      kind: "image",
      added: {
        n: { n: 3 },
        seed: { seed: 0 },
        mask: { mask, isWhiteMask: true },
        negative_prompt: { providerOptions: { fal: { negative_prompt: values.negative_prompt } } },
        strength: { providerOptions: { fal: { strength: 0 } } },
        steps: { providerOptions: { fal: { numInferenceSteps: 9 } } },
        guidance: { providerOptions: { fal: { guidanceScale: 2.5 } } },
        output_format: { providerOptions: { fal: { outputFormat: "webp" } } },
      },
    },
    "a video of fal": {
      dialect: dialectOfPackage("@ai-sdk/fal"),
      kind: "video",
      added: {
        // The package leaves out the seed 0.
        seed: { providerOptions: { fal: { seed: 0 } } },
        negative_prompt: { providerOptions: { fal: { negativePrompt: values.negative_prompt } } },
        steps: { providerOptions: { fal: { num_inference_steps: 9 } } },
        guidance: { providerOptions: { fal: { guidance_scale: 2.5 } } },
        last_frame: { providerOptions: { fal: { end_image_url: imageUri } } },
        generate_audio: { providerOptions: { fal: { generate_audio: false } } },
        fps: { providerOptions: { fal: { fps: 12 } } },
      },
    },
  } as const;
  const rows = Object.entries(packages).flatMap(([name, row]) => addedNames.map((field) => [name, field, row] as const));

  test.each(rows)("%s gets %s as an argument or an option, or refuses it", (_, field, { dialect, kind, added }) => {
    const writeGiven = (given: AddedValues) => write(dialect, model, requestOf(kind, given, true));
    const written: Readonly<Partial<Record<AddedField, object>>> = added;
    const call = { ...writeGiven(givenOf(field)) };
    const expected = written[field];
    if (expected === undefined) expect(call).toMatchObject({ param: field });
    else expect(changesOf(call, { ...writeGiven({}) })).toEqual(expected);
  });

  // Source: @ai-sdk/replicate 3, `buildInput` of its videos.
  test("a video of Replicate gets what the package would leave out as an option", () => {
    const given = { seed: 0, generate_audio: false, negative_prompt: "rain", fps: 12 };
    expect(write(dialectOfPackage("@ai-sdk/replicate"), model, requestOf("video", given, true))).toMatchObject({
      fps: 12,
      providerOptions: { replicate: { seed: 0, generate_audio: false, negative_prompt: "rain" } },
    });
    const refused = write(dialectOfPackage("@ai-sdk/replicate"), model, requestOf("video", { last_frame: image }, true));
    expect(refused).toMatchObject({ param: "last_frame" });
  });

  // Source: `EndpointTypeMap` of fal's client for JavaScript, and of older models their schemas at fal.ai.
  test.each([
    ["fal-ai/veo3.1", { duration: 8, quality: "1080p" }, { duration: "8s", resolution: "1080p" }],
    ["fal-ai/luma-dream-machine/ray-2", { duration: 5, quality: "720p" }, { duration: "5s", resolution: "720p" }],
    ["fal-ai/kling-video/v2.5-turbo/pro/text-to-video", { duration: 10 }, { duration: "10" }],
    ["fal-ai/minimax/hailuo-02/standard/text-to-video", { duration: 6, quality: "768p" }, { duration: "6", resolution: "768p" }],
    ["fal-ai/bytedance/seedance/v1/pro/text-to-video", { duration: 5, quality: "1920x1080" }, { duration: "5", resolution: "1080p" }],
    ["fal-ai/sora-2/text-to-video", { duration: 4, quality: "720p" }, { duration: 4, resolution: "720p" }],
    ["fal-ai/ltx-2/text-to-video", { duration: 6, quality: "2160p" }, { duration: 6, resolution: "2160p" }],
    ["fal-ai/wan/v2.7/text-to-video", { duration: 5 }, { duration: 5 }],
    ["fal-ai/pixverse/v6/text-to-video", { duration: 8 }, { duration: 8 }],
    ["fal-ai/pixverse/v5/text-to-video", { duration: 8 }, { duration: "8" }],
    ["fal-ai/kandinsky5/text-to-video", { duration: 10 }, { duration: "10s" }],
    ["fal-ai/vidu/q3/text-to-video", { added: { generate_audio: false } }, { audio: false }],
    ["fal-ai/pixverse/v5.6/text-to-video", { added: { generate_audio: true } }, { generate_audio_switch: true }],
    ["fal-ai/ltxv-13b-098-distilled", { added: { fps: 24 } }, { frame_rate: 24 }],
    ["fal-ai/ltx-2.3-quality/text-to-video", { added: { fps: 24 } }, { frames_per_second: 24 }],
    ["fal-ai/ltx-2.3/text-to-video", { added: { fps: 50 } }, { fps: 50 }],
  ])("%s at fal gets %j as its schema has them", (id, given, expected) => {
    const request = videoRequest({ size: "16:9", quality: undefined, duration: undefined, ...given });
    const call = write(dialectOfPackage("@ai-sdk/fal"), toProviderModel(id, ["video"]), request);
    expect(call).toEqual({ aspectRatio: "16:9", providerOptions: { fal: expected } });
  });

  // Source: `EndpointTypeMap` of fal's client for JavaScript. The package itself writes `image_url`.
  test.each<[id: string, first: string | undefined, last: string]>([
    ["fal-ai/veo3.1/first-last-frame-to-video", "first_frame_url", "last_frame_url"],
    ["fal-ai/kling-video/v1.6/pro/image-to-video", undefined, "tail_image_url"],
    ["fal-ai/kling-video/v2.5-turbo/pro/image-to-video", undefined, "tail_image_url"],
    ["fal-ai/kling-video/v2.6/pro/image-to-video", "start_image_url", "end_image_url"],
    ["fal-ai/kling-video/v3/standard/image-to-video", "start_image_url", "end_image_url"],
    ["fal-ai/kling-video/o1/image-to-video", "start_image_url", "end_image_url"],
    ["fal-ai/kling-video/o3/pro/image-to-video", undefined, "end_image_url"],
    ["fal-ai/wan-flf2v", "start_image_url", "end_image_url"],
    ["fal-ai/wan-vace-14b", "first_frame_url", "last_frame_url"],
    ["fal-ai/vidu/q1/start-end-to-video", "start_image_url", "end_image_url"],
    ["fal-ai/vidu/q3/image-to-video", undefined, "end_image_url"],
    ["fal-ai/pixverse/v6/transition", "first_image_url", "end_image_url"],
    ["fal-ai/bytedance/seedance/v1.5/pro/image-to-video", undefined, "end_image_url"],
    ["fal-ai/luma-dream-machine/ray-2/image-to-video", undefined, "end_image_url"],
  ])("the frames of %s at fal are %s and %s", (id, first, last) => {
    const own = toProviderModel(id, ["video"]);
    const optionsOf = (added: AddedValues) => {
      const call = { ...write(dialectOfPackage("@ai-sdk/fal"), own, requestOf("video", added, true)) };
      return "providerOptions" in call ? call.providerOptions : undefined;
    };
    const start = first === undefined ? {} : { [first]: imageUri };
    expect(optionsOf({ last_frame: image })).toEqual({ fal: { ...start, [last]: imageUri } });
    expect(optionsOf({})).toEqual({ fal: start });
  });

  // Source: `EndpointTypeMap`. The package puts `fal-ai/` before each id, also before those of other owners.
  test.each([
    ["bytedance/seedance-2.0/fast/image-to-video", "../bytedance/seedance-2.0/fast/image-to-video"],
    ["xai/grok-imagine-video/text-to-video", "../xai/grok-imagine-video/text-to-video"],
    ["wan/v2.6/text-to-video", "../wan/v2.6/text-to-video"],
    ["fal-ai/bytedance/seedance/v1/pro/text-to-video", undefined],
    ["minimax/hailuo-02/pro/text-to-video", undefined],
    ["wan/v2.2-a14b/text-to-video", undefined],
    ["luma-dream-machine", undefined],
  ])("%s is given to fal's package as %s", (id, given) => {
    const call = { ...write(dialectOfPackage("@ai-sdk/fal"), toProviderModel(id, ["video"]), requestOf("video", {}, true)) };
    expect("modelId" in call ? call.modelId : undefined).toBe(given);
  });

  // Source: `EndpointTypeMap`. fal's and Replicate's packages leave out all images where there are several.
  test.each([
    ["@ai-sdk/fal", "fal-ai/veo3.1/reference-to-video", "image_urls"],
    ["@ai-sdk/fal", "fal-ai/kling-video/o3/pro/reference-to-video", "image_urls"],
    ["@ai-sdk/fal", "fal-ai/kling-video/v1.6/pro/elements", "input_image_urls"],
    ["@ai-sdk/fal", "fal-ai/vidu/q2/reference-to-video/pro", "reference_image_urls"],
    ["@ai-sdk/fal", "fal-ai/wan/v2.7/reference-to-video", "reference_image_urls"],
    ["@ai-sdk/fal", "fal-ai/veo3.1/image-to-video", undefined],
    ["@ai-sdk/replicate", "bytedance/seedance-1-pro", undefined],
  ])("several references of a video are sent by %s to %s as %s, or refused", (name, id, list) => {
    const request = { ...videoRequest(), references: [image, image] };
    const call = write(dialectOfPackage(name), toProviderModel(id, ["video"]), request);
    if (list === undefined) expect(call).toMatchObject({ param: "image" });
    else expect(call).toMatchObject({ providerOptions: { fal: { [list]: [imageUri, imageUri] } } });
  });

  test("is not asked for more images than it makes at once", async () => {
    sent = [];
    const provider = { ...(await openProvider({ type: "openai" })), dialect: dialectOfPackage("another") };
    const request = imageRequest({ size: undefined, added: { n: 11 } });
    const call = { provider, model: toProviderModel("gpt-image-2", ["image"]), request, signal: new AbortController().signal };
    await expect(startMedia("image", call, async (bytes) => bytes)).rejects.toMatchObject({ param: "n" });
    expect(sent).toEqual([]);
    await provider.close();
  });
});
