/** Videos of engines: starting, polling, downloading and cancelling them. */
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { readConfiguration } from "../../../src/providers/readConfiguration.ts";
import { startServiceProcess } from "../../service/serviceProcess.ts";
import { callService, invalidRequest, readMediaFile, startTestService } from "../../service/testService.ts";
import { type Answer, type Engine, sendJson, startEngine } from "../engine.ts";

const mp4 = Buffer.from("000000186674797069736f6d0000020069736f6d", "hex");
const sendVideo: Answer = (_, response) => void response.writeHead(200, { "content-type": "video/mp4" }).end(mp4);
const models = { "GET /v1/models": sendJson({ data: [{ id: "wan" }] }) };
const png = "data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";

/** Answers with each status once, then repeats the last. */
function statuses(...list: (string | object)[]): Answer {
  let asked = 0;
  return (request, response) => {
    const status = list[Math.min(asked, list.length - 1)] ?? "";
    asked += 1;
    return sendJson({ id: "video_1", object: "video", ...(typeof status === "string" ? { status } : status) })(request, response);
  };
}

function configure(engine: Engine, extra: object = {}) {
  const provider = {
    type: "openai-compatible",
    baseURL: `${engine.url}/v1`,
    models: { wan: { kinds: ["video"], price: { second: 0.1 } } },
  };
  return { providers: { local: { ...provider, ...extra } } };
}

async function start(routes: Record<string, Answer>, extra: object = {}) {
  const engine = await startEngine({ ...models, ...routes });
  const log: string[] = [];
  const configuration = readConfiguration(JSON.stringify(configure(engine, extra)));
  const service = await startTestService({ configuration, log: (line) => log.push(line) });
  return { engine, service, log };
}

const fieldsOf = async (engine: Engine, url: string) => {
  const sent = engine.requests.find((request) => request.method === "POST" && request.path === url);
  return new Response(Uint8Array.from(sent?.body ?? []), { headers: { "content-type": sent?.headers["content-type"] ?? "" } }).formData();
};

test("vLLM-Omni gets a form with seconds as text, a size in pixels and a file", async () => {
  const { engine, service } = await start({
    "POST /v1/videos": (request, response) =>
      request.headers["content-type"]?.startsWith("multipart/form-data")
        ? sendJson({ id: "video_1", status: "queued" })(request, response)
        : sendJson({ detail: "multipart only" }, 422)(request, response),
    "GET /v1/videos/video_1": statuses("in_progress", "completed"),
    "GET /v1/videos/video_1/content": sendVideo,
  });
  const made = await service.make("videos", {
    model: "local/wan",
    prompt: "a boat",
    size: "9:16",
    quality: "480p",
    duration: 4,
    image: [{ type: "input_image", image_url: png }],
  });
  expect(made.body).toMatchObject({ status: "completed" });
  expect(readMediaFile(made)).toEqual(mp4);
  const form = await fieldsOf(engine, "/v1/videos");
  expect([form.get("model"), form.get("prompt"), form.get("seconds"), form.get("size")]).toEqual(["wan", "a boat", "4", "480x854"]);
  expect(form.get("input_reference")).toMatchObject({ name: "reference.png", type: "image/png" });
});

test("SGLang gets JSON, and an unknown status is logged and counts as unfinished", async () => {
  const { engine, service, log } = await start(
    {
      "POST /v1/videos": sendJson({ id: "video_1", status: "queued" }),
      "GET /v1/videos/video_1": statuses("warming_up", "completed"),
      "GET /v1/videos/video_1/content": sendVideo,
    },
    { engine: "sglang" },
  );
  const made = await service.make("videos", { model: "local/wan", prompt: "a boat", quality: "1280x720", duration: 4 });
  expect(readMediaFile(made)).toEqual(mp4);
  expect(engine.requests.find(({ method }) => method === "POST")?.json).toEqual({
    model: "wan",
    prompt: "a boat",
    seconds: 4,
    size: "1280x720",
  });
  expect(log).toContainEqual(expect.stringContaining("warming_up"));
});

test.each([
  ["relative", () => "/generated-videos/x.mp4"],
  ["under another name of this machine", (host: string) => `http://localhost:${host.split(":")[1]}/generated-videos/x.mp4`],
])("LocalAI's answer is the finished video, by a link that is %s", async (_, linkFor) => {
  const { engine, service } = await start(
    {
      "POST /video": (request, response) => sendJson({ id: "1", data: [{ url: linkFor(request.headers.host ?? "") }] })(request, response),
      "GET /generated-videos/x.mp4": sendVideo,
    },
    { engine: "localai" },
  );
  const image = [{ type: "input_image", image_url: png }];
  const made = await service.make("videos", { model: "local/wan", prompt: "a boat", quality: "512x512", duration: 2, image });
  expect(readMediaFile(made)).toEqual(mp4);
  const start_image = png.slice(png.indexOf(",") + 1);
  expect(engine.requests.find(({ method }) => method === "POST")?.json).toMatchObject({
    width: 512,
    height: 512,
    num_frames: 32,
    fps: 16,
    start_image,
  });
});

test("OpenRouter's video is requested with ratio and resolution, and its reported cost overrides the price", async () => {
  const { engine, service } = await start(
    {
      "POST /v1/videos": sendJson({ id: "job 1", polling_url: "/api/v1/videos/job%201", status: "pending" }, 202),
      "GET /v1/videos/job%201": statuses({ status: "completed", usage: { cost: 0.5 } }),
      "GET /v1/videos/job%201/content": sendVideo,
    },
    { engine: "openrouter" },
  );
  const body = { model: "local/wan", video_size: "16:9", video_quality: "720p", video_duration: "4" };
  const content = [
    { type: "input_text", text: "a boat" },
    { type: "input_file", file_data: png },
  ];
  const made = await service.makeV2({ type: "out_video", ai: body, content });
  expect(made.body).toMatchObject({ contents: { status: 2, cost: { amount: 0.5 } } });
  expect(engine.requests.find(({ method }) => method === "POST")?.json).toEqual({
    model: "wan",
    prompt: "a boat",
    duration: 4,
    aspect_ratio: "16:9",
    resolution: "720p",
    frame_images: [{ type: "image_url", image_url: { url: png }, frame_type: "first_frame" }],
  });
});

test.each(["cancelled", "expired", "failed"])("a video whose status is %s has failed, and is not asked for again", async (status) => {
  const error = { message: "a boat is not possible, said the engine" };
  const { engine, service } = await start({
    "POST /v1/videos": sendJson({ id: "video_1", status: "queued" }),
    "GET /v1/videos/video_1": statuses({ status, error }),
  });
  const made = await service.make("videos", { model: "local/wan", prompt: "a boat is not possible" });
  expect(made.body).toMatchObject({ status: "failed", error: { message: expect.stringMatching(new RegExp(`^local .*${status}`)) } });
  expect(JSON.stringify(made.body)).not.toContain("a boat");
  expect(engine.countOf("/v1/videos")).toBe(1);
});

test("a video that the engine has lost is requested again neither there nor from the fallback", async () => {
  const { engine, service } = await start(
    { "POST /v1/videos": sendJson({ id: "video_1", status: "queued" }) },
    { models: { wan: { kinds: ["video"], fallback: ["local/other"] }, other: { kinds: ["video"] } } },
  );
  expect((await service.make("videos", { model: "local/wan", prompt: "a boat" })).body).toMatchObject({
    status: "failed",
    error: { code: "500", message: expect.stringContaining("any more") },
  });
  expect(engine.countOf("/v1/videos")).toBe(1);
});

test("DELETE cancels a started video", async () => {
  const { promise: cancelled, resolve } = Promise.withResolvers<void>();
  const { promise: asked, resolve: resolveAsked } = Promise.withResolvers<void>();
  const { service } = await start({
    "POST /v1/videos": sendJson({ id: "video_1", status: "queued" }),
    "GET /v1/videos/video_1": (request, response) => {
      resolveAsked();
      return statuses("in_progress")(request, response);
    },
    "DELETE /v1/videos/video_1": (request, response) => {
      resolve();
      return sendJson({ id: "video_1", deleted: true })(request, response);
    },
  });
  const { body } = await service.post("/api/v1/videos", { model: "local/wan", prompt: "a boat" });
  await asked;
  expect((await service.delete(`/api/v1/responses/${body.id}`)).status).toBe(200);
  await cancelled;
});

test("values that /videos does not support are refused by name before sending", async () => {
  const { engine, service } = await start({});
  const refuse = async (body: object) => (await service.post("/api/v1/videos", { model: "local/wan", prompt: "x", ...body })).body;
  const image = { type: "input_image", image_url: png };
  expect(await refuse({ size: "wide" })).toEqual(invalidRequest("size"));
  expect(await refuse({ quality: "best" })).toEqual(invalidRequest("quality"));
  expect(await refuse({ quality: "1280x720", size: "9:16" })).toEqual(invalidRequest("size"));
  expect(await refuse({ image: [image, image] })).toEqual(invalidRequest("image"));
  expect(engine.countOf("/v1/videos")).toBe(0);
});

test("a started video is polled after a crash at the engine that started it, and is not started again", async () => {
  let isReady = false;
  const { promise: asked, resolve } = Promise.withResolvers<void>();
  const engine = await startEngine({
    ...models,
    "POST /v1/videos": sendJson({ id: "video_1", status: "queued" }),
    "GET /v1/videos/video_1": (request, response) => {
      resolve();
      return sendJson({ id: "video_1", status: isReady ? "completed" : "in_progress" })(request, response);
    },
    "GET /v1/videos/video_1/content": sendVideo,
  });
  const folder = await mkdtemp(path.join(tmpdir(), "generation-studio-videos-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }));
  await writeFile(path.join(folder, "providers.json"), JSON.stringify(configure(engine)));
  const options = ["--data", folder, "--config", path.join(folder, "providers.json")];
  const first = await startServiceProcess(...options);
  const { body } = await callService(first.url, first.key, async () => undefined).post("/api/v1/videos", {
    model: "local/wan",
    prompt: "a boat",
  });
  await asked;
  await first.end("SIGKILL");
  isReady = true;
  const second = await startServiceProcess(...options);
  const settled = await callService(second.url, second.key, async () => undefined).settle(`/api/v1/videos/${body.id}`);
  expect(settled.body).toMatchObject({ status: "completed" });
  expect(readMediaFile(settled)).toEqual(mp4);
  expect(engine.countOf("/v1/videos")).toBe(1);
});
