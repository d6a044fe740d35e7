/** Engines with their real answers: each differs from OpenAI's format in its own way. */
import { expect, test } from "vitest";
import { readConfiguration } from "../../src/providers/readConfiguration.ts";
import { invalidRequest, listModels, readMediaFile, startTestService } from "../service/testService.ts";
import { type Answer, chunk, finishChunk, sendEvents, sendJson, startEngine, usageChunk } from "./engine.ts";
import { deltasOf, streamEvents } from "./events.ts";

const png = Buffer.from("89504e470d0a1a0a0000", "hex");
const wav = Buffer.concat([Buffer.from("RIFF\x24\0\0\0WAVEfmt ", "latin1"), Buffer.alloc(28)]);
const image = "data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";
const hello = [chunk({ role: "assistant", content: "Hel" }), chunk({ content: "lo" }), finishChunk("stop")];
const chat = "POST /v1/chat/completions";
const listOf = (...ids: string[]) => sendJson({ object: "list", data: ids.map((id) => ({ id, object: "model" })) });

async function start(routes: Record<string, Answer>, extra: object = {}) {
  const engine = await startEngine(routes);
  const provider = { type: "openai-compatible", baseURL: `${engine.url}/v1`, ...extra };
  const configuration = readConfiguration(JSON.stringify({ providers: { local: provider } }));
  return { engine, service: await startTestService({ configuration, superset: true }) };
}

test("llama.cpp and vLLM are used through chat completions, whose events are complete, not through Responses", async () => {
  const broken = sendJson({ error: { message: "This server's Responses have no output_index." } }, 500);
  const { engine, service } = await start({ "GET /v1/models": listOf("default"), "POST /v1/responses": broken, [chat]: sendEvents(hello) });
  const events = await streamEvents(service, { model: "local/default", input: "x" });
  expect(deltasOf(events)).toEqual(["Hel", "lo"]);
  const sent = events.filter((event) => /output_item|output_text|content_part/.test(event.type));
  expect(sent.every((event) => event.output_index === 0)).toBe(true);
  expect(events.at(-1)?.response).toMatchObject({ output: [{ content: [{ text: "Hello" }] }], usage: { output_tokens_details: {} } });
  expect(engine.countOf("/v1/responses")).toBe(0);
});

test("a rate limit in the middle of a stream ends the answer once, without a second request", async () => {
  const { engine, service } = await start({
    "GET /v1/models": listOf("m"),
    [chat]: sendEvents([chunk({ content: "Half" }), { error: { message: "Rate limit reached", code: 429 } }]),
  });
  const events = await streamEvents(service, { model: "local/m", input: "x" });
  expect(deltasOf(events)).toEqual(["Half"]);
  expect(events.filter(({ type }) => type === "response.failed")).toHaveLength(1);
  expect(engine.countOf("/v1/chat/completions")).toBe(1);
});

test("LM Studio's models are listed even if they are not loaded, without embedding models", async () => {
  const { service } = await start({ "GET /v1/models": listOf("qwen3-8b", "text-embedding-nomic-embed-text-v1.5") });
  await expect.poll(() => listModels(service)).toEqual([expect.objectContaining({ id: "local/qwen3-8b" })]);
});

test("the capabilities of Ollama's models are listed, and unsupported values are refused before sending", async () => {
  const shown: Record<string, object> = {
    "llava:7b": { capabilities: ["completion", "vision"], model_info: { "llama.context_length": 4096 } },
    "qwen3:8b": { capabilities: ["completion", "tools", "thinking"], model_info: {} },
    "all-minilm:22m": { capabilities: ["embedding"], model_info: {} },
  };
  const ids = Object.keys(shown);
  const { engine, service } = await start({
    "GET /v1/models": listOf(...ids),
    "GET /api/tags": sendJson({ models: ids.map((name) => ({ name, digest: name })) }),
    "POST /api/show": (request, response) => sendJson(shown[String(request.json.model)])(request, response),
    [chat]: sendEvents(hello),
  });
  await expect
    .poll(() => listModels(service))
    .toEqual([
      expect.objectContaining({
        id: "local/llava:7b",
        capabilities: { kinds: ["text"], input: ["file", "image"], tools: [], effort: [], context: 4096 },
      }),
      expect.objectContaining({
        id: "local/qwen3:8b",
        capabilities: { kinds: ["text"], input: ["file"], tools: ["image_generation", "function"], effort: ["low", "medium", "high"] },
      }),
    ]);
  const ask = async (model: string, body: object) => (await service.post("/api/v1/responses", { model: `local/${model}`, ...body })).body;
  const seen = [{ role: "user", content: [{ type: "input_image", image_url: image }] }];
  expect(await ask("qwen3:8b", { input: seen })).toEqual(invalidRequest("input"));
  expect(await ask("llava:7b", { input: "x", reasoning: { effort: "low" } })).toEqual(invalidRequest("reasoning.effort"));
  expect(await ask("llava:7b", { input: "x", tools: [{ type: "function", name: "f", parameters: {} }] })).toEqual(invalidRequest("tools"));
  expect(engine.countOf("/v1/chat/completions")).toBe(0);
  expect(await ask("llava:7b", { input: seen })).toMatchObject({ status: "completed" });
  expect(engine.countOf("/api/show")).toBe(3);
});

test.each([
  ["names", ["af_bella", "bm_george"]],
  [
    "objects",
    [
      { id: "af_bella", name: "Bella" },
      { id: "bm_george", name: "George" },
    ],
  ],
])("Kokoro's voices in the form of %s are listed, and others are refused by name", async (_, voices) => {
  const { engine, service } = await start({
    "GET /v1/models": listOf("kokoro", "tts-1"),
    "GET /v1/audio/voices": sendJson({ voices }),
    "POST /v1/audio/speech": (_, response) => void response.end(wav),
  });
  await expect
    .poll(() => listModels(service))
    .toContainEqual(expect.objectContaining({ id: "local/kokoro", capabilities: { kinds: ["audio"], voice: ["af_bella", "bm_george"] } }));
  const body = { model: "local/kokoro", input: "Hello", voice: "bm_george", format: "wav", speed: 1.5 };
  expect((await service.post("/api/v1/audios", { ...body, voice: "nobody" })).body).toEqual(invalidRequest("voice"));
  expect((await service.make("audios", body)).body).toMatchObject({ status: "completed", format: "wav" });
  expect(engine.requests.at(-1)?.json).toEqual({
    model: "kokoro",
    input: "Hello",
    voice: "bm_george",
    response_format: "wav",
    speed: 1.5,
  });
});

test("response_format, which SGLang refuses, is not sent", async () => {
  const { service } = await start(
    {
      "GET /v1/models": listOf("qwen-image"),
      "POST /v1/images/generations": (request, response) =>
        "response_format" in request.json
          ? sendJson({ detail: "response_format=url is not supported" }, 400)(request, response)
          : sendJson({ data: [{ b64_json: png.toString("base64") }] })(request, response),
    },
    { engine: "sglang" },
  );
  const made = await service.make("images", { model: "local/qwen-image", prompt: "a boat", size: "512x512" });
  expect(readMediaFile(made)).toEqual(png);
});

test("relative links of LocalAI to images are resolved", async () => {
  const { service } = await start(
    {
      "GET /v1/models": listOf("sd-turbo"),
      "POST /v1/images/generations": sendJson({ data: [{ url: "/generated-images/x.png" }] }),
      "GET /generated-images/x.png": (_, response) => void response.end(png),
    },
    { engine: "localai" },
  );
  expect(readMediaFile(await service.make("images", { model: "local/sd-turbo", prompt: "a boat" }))).toEqual(png);
});

const stableDiffusion = {
  "GET /v1/models": listOf("sd-cpp-local"),
  "GET /sdcpp/v1/capabilities": sendJson({
    supported_modes: ["img_gen"],
    defaults: { width: 512, height: 512 },
    limits: { min_width: 64, max_width: 1024, min_height: 64, max_height: 1024 },
  }),
  "POST /sdcpp/v1/img_gen": sendJson({ id: "job_1", kind: "img_gen", status: "queued", poll_url: "/sdcpp/v1/jobs/job_1" }, 202),
};

test("stable-diffusion.cpp draws in a queued job, within the sizes it reports", async () => {
  let asked = 0;
  const { engine, service } = await start(
    {
      ...stableDiffusion,
      "GET /sdcpp/v1/jobs/job_1": (request, response) => {
        asked += 1;
        const status = ["queued", "generating"][asked - 1] ?? "completed";
        const result = status === "completed" ? { output_format: "png", images: [{ index: 0, b64_json: png.toString("base64") }] } : null;
        return sendJson({ id: "job_1", status, queue_position: 2 - asked, result, error: null })(request, response);
      },
    },
    { engine: "stable-diffusion.cpp", models: { "sd-cpp-local": { options: { sample_params: { sample_steps: 4 } } } } },
  );
  await expect
    .poll(() => listModels(service))
    .toEqual([
      expect.objectContaining({
        id: "local/sd-cpp-local",
        capabilities: expect.objectContaining({ kinds: ["image"], size: ["512x512"], side: { minimum: 64, maximum: 1024 } }),
      }),
    ]);
  const body = { model: "local/sd-cpp-local", prompt: "a boat", size: "768x512", image: [{ type: "input_image", image_url: image }] };
  expect((await service.post("/api/v1/images", { ...body, size: "2048x2048" })).body).toEqual(invalidRequest("size"));
  expect(readMediaFile(await service.make("images", body))).toEqual(png);
  expect(engine.requests.find(({ method }) => method === "POST")?.json).toEqual({
    prompt: "a boat",
    width: 768,
    height: 512,
    ref_images: [image],
    sample_params: { sample_steps: 4 },
  });
});

test("deleting a task cancels its job in stable-diffusion.cpp, and a failed job gives the reason", async () => {
  const { promise: asked, resolve: resolveAsked } = Promise.withResolvers<void>();
  const { promise: cancelled, resolve } = Promise.withResolvers<void>();
  let status = "generating";
  const { engine, service } = await start(
    {
      ...stableDiffusion,
      "GET /sdcpp/v1/jobs/job_1": (request, response) => {
        resolveAsked();
        return sendJson({ id: "job_1", status, error: { code: "generation_failed", message: "out of memory" } })(request, response);
      },
      "POST /sdcpp/v1/jobs/job_1/cancel": (request, response) => {
        resolve();
        return sendJson({})(request, response);
      },
    },
    { engine: "stable-diffusion.cpp" },
  );
  const { body } = await service.post("/api/v1/images", { model: "local/sd-cpp-local", prompt: "a boat" });
  await asked;
  await service.delete(`/api/v1/responses/${body.id}`);
  await cancelled;
  status = "failed";
  expect((await service.make("images", { model: "local/sd-cpp-local", prompt: "a boat" })).body).toMatchObject({
    status: "failed",
    error: { message: expect.stringContaining("out of memory") },
  });
  expect(engine.countOf("/sdcpp/v1/img_gen")).toBe(2);
});

test("AUTOMATIC1111 draws with the requested checkpoint, from a text or from an image", async () => {
  const images = sendJson({ images: [png.toString("base64")], parameters: {}, info: "{}" });
  const { engine, service } = await start(
    {
      "GET /v1/sd-models": sendJson([{ title: "dreamshaper.safetensors [abc]", model_name: "dreamshaper", hash: "abc" }]),
      "POST /v1/txt2img": images,
      "POST /v1/img2img": images,
    },
    { engine: "automatic1111", models: { dreamshaper: { options: { steps: 20 } } } },
  );
  await expect
    .poll(() => listModels(service))
    .toEqual([expect.objectContaining({ id: "local/dreamshaper", capabilities: expect.objectContaining({ kinds: ["image"] }) })]);
  const body = { model: "local/dreamshaper", prompt: "a boat", size: "768x512" };
  expect((await service.post("/api/v1/images", { ...body, quality: "high" })).body).toEqual(invalidRequest("quality"));
  expect(readMediaFile(await service.make("images", body))).toEqual(png);
  const sent = { prompt: "a boat", width: 768, height: 512, steps: 20, override_settings: { sd_model_checkpoint: "dreamshaper" } };
  expect(engine.requests.at(-1)?.json).toMatchObject(sent);
  expect(readMediaFile(await service.make("images", { ...body, image: [{ type: "input_image", image_url: image }] }))).toEqual(png);
  expect(engine.requests.at(-1)).toMatchObject({ path: "/v1/img2img", json: { ...sent, init_images: [image] } });
});

test.each([
  ["is interrupted where it is drawn", true],
  ["leaves what somebody else draws alone", false],
])("a deleted image of AUTOMATIC1111 %s", async (_, isDrawn) => {
  const { promise: begun, resolve: begin } = Promise.withResolvers<unknown>();
  const { promise: asked, resolve: ask } = Promise.withResolvers<void>();
  let task: unknown;
  const { engine, service } = await start(
    {
      "GET /v1/sd-models": sendJson([{ model_name: "dreamshaper" }]),
      "POST /v1/txt2img": ({ json }) => begin(json.force_task_id),
      "GET /v1/progress": (request, response) => {
        if (!isDrawn) ask();
        return sendJson({ current_task: isDrawn ? task : "task(other)" })(request, response);
      },
      "POST /v1/interrupt": (request, response) => {
        ask();
        return sendJson({})(request, response);
      },
    },
    { engine: "automatic1111" },
  );
  const { body } = await service.post("/api/v1/images", { model: "local/dreamshaper", prompt: "a boat" });
  task = await begun;
  await service.delete(`/api/v1/responses/${body.id}`);
  await asked;
  expect(engine.countOf("/v1/interrupt")).toBe(isDrawn ? 1 : 0);
});

test("OpenRouter's separate list of videos, its costs in usage and its raw audio are read", async () => {
  const usage = { prompt_tokens: 7, completion_tokens: 3, total_tokens: 10, cost: 0.25 };
  const { service } = await start(
    {
      "GET /v1/models": sendJson({
        data: [{ id: "org/chat", architecture: { input_modalities: ["text", "image"], output_modalities: ["text"] } }],
      }),
      "GET /v1/videos/models": sendJson({
        data: [{ id: "google/veo", supported_aspect_ratios: ["16:9"], supported_resolutions: ["720p"], supported_durations: [4, 8] }],
      }),
      [chat]: sendEvents([...hello, usageChunk(usage)]),
      "POST /v1/audio/speech": (_, response) => void response.writeHead(200, { "x-generation-id": "gen-1" }).end(wav),
    },
    { engine: "openrouter", models: { "org/tts": { kinds: ["audio"] } } },
  );
  await expect
    .poll(() => listModels(service))
    .toContainEqual(
      expect.objectContaining({
        id: "local/google/veo",
        capabilities: { kinds: ["video"], size: ["16:9"], quality: ["720p"], duration: [4, 8] },
      }),
    );
  const reported = await service.makeV2({ ai: { model: "local/org/chat" }, content: [{ type: "input_text", text: "x" }] });
  expect(reported.body).toMatchObject({ contents: { text: "Hello", cost: { amount: 0.25 } } });
  const spoken = await service.make("audios", { model: "local/org/tts", input: "Hello", voice: "alloy", format: "wav" });
  expect(readMediaFile(spoken)).toEqual(wav);
  expect((await service.post("/api/v1/videos", { model: "local/google/veo", prompt: "x", duration: 5 })).body).toEqual(
    invalidRequest("duration"),
  );
});

test("images of OpenAI are requested without response_format, and references are sent as a form", async () => {
  const engine = await startEngine({
    "GET /v1/models": listOf("gpt-image-2"),
    "POST /v1/images/generations": (request, response) =>
      "response_format" in request.json
        ? sendJson({ error: { message: "Unknown parameter: 'response_format'." } }, 400)(request, response)
        : sendJson({ data: [{ b64_json: png.toString("base64") }] })(request, response),
    "POST /v1/images/edits": sendJson({ data: [{ b64_json: png.toString("base64") }] }),
  });
  const provider = { type: "openai", baseURL: `${engine.url}/v1`, apiKey: "sk-1" };
  const service = await startTestService({ configuration: readConfiguration(JSON.stringify({ providers: { openai: provider } })) });
  const body = { model: "openai/gpt-image-2", prompt: "a boat", size: "1024x1024", quality: "low" };
  expect(readMediaFile(await service.make("images", body))).toEqual(png);
  expect(readMediaFile(await service.make("images", { ...body, image: [{ type: "input_image", image_url: image }] }))).toEqual(png);
  expect(engine.requests.at(-1)?.headers["content-type"]).toMatch(/^multipart\/form-data/);
});

test("OpenRouter's images have the parameters that it reports of their model, and their cost", async () => {
  const usage = { prompt_tokens: 7, completion_tokens: 3, total_tokens: 10, cost: 0.25 };
  const { engine, service } = await start(
    {
      "GET /v1/models": sendJson({ data: [{ id: "org/painter", architecture: { output_modalities: ["image"] } }] }),
      "GET /v1/images/models": sendJson({
        data: [
          {
            id: "org/painter",
            supported_parameters: {
              resolution: { type: "enum", values: ["1K", "2K"] },
              aspect_ratio: { type: "enum", values: ["1:1", "16:9"] },
              n: { type: "range", min: 1, max: 4 },
              seed: { type: "boolean" },
              background: { type: "enum", values: ["auto", "transparent"] },
              output_format: null,
              input_references: { type: "range", min: 0, max: 3 },
            },
          },
          { id: "org/plain", created: 1692901234, supported_parameters: "none" },
          { name: "without an id" },
        ],
      }),
      "POST /v1/images": sendJson({ created: 1, data: [{ b64_json: png.toString("base64"), media_type: "image/png" }], usage }),
    },
    { engine: "openrouter" },
  );
  const announced = {
    ...{ size: ["1K", "2K"], aspect_ratio: ["1:1", "16:9"], background: ["auto", "transparent"], image: 3 },
    ...{ n: { minimum: 1, maximum: 4 }, seed: { minimum: 0, maximum: 2 ** 31 - 1 } },
  };
  await expect
    .poll(() => listModels(service))
    .toEqual([
      expect.objectContaining({ id: "local/org/painter", capabilities: { kinds: ["image"], ...announced } }),
      expect.objectContaining({ id: "local/org/plain", capabilities: { kinds: ["image"], image: 0 } }),
    ]);
  const reference = [{ type: "input_image", image_url: image }];
  const body = { model: "local/org/painter", prompt: "a boat", size: "2k", aspect_ratio: "16:9", seed: 7, n: 2, background: "transparent" };
  for (const [field, extra] of Object.entries({
    mask: { mask: image, image: reference },
    steps: { steps: 4 },
    output_format: { output_format: "png" },
  })) {
    expect((await service.post("/api/v1/images", { ...body, ...extra })).body, field).toEqual(invalidRequest(field));
  }
  const plain = { model: "local/org/plain", prompt: "a boat" };
  expect((await service.post("/api/v1/images", { ...plain, image: reference })).body).toEqual(invalidRequest("image"));
  expect(engine.countOf("/v1/images")).toBe(0);
  const done = await service.make("images", { ...body, image: reference });
  expect(readMediaFile(done)).toEqual(png);
  expect(done.body.usage).toEqual({ input_tokens: 7, output_tokens: 3, total_tokens: 10 });
  expect(engine.requests.at(-1)?.json).toEqual({
    ...{ model: "org/painter", prompt: "a boat", resolution: "2K", aspect_ratio: "16:9", seed: 7, n: 2, background: "transparent" },
    input_references: [{ type: "image_url", image_url: { url: image } }],
  });
  const v2 = { type: "out_image", ai: { model: "local/org/painter" }, content: [{ type: "input_text", text: "a boat" }] };
  expect((await service.makeV2(v2)).body).toMatchObject({ contents: { cost: { amount: 0.25 } } });
});
