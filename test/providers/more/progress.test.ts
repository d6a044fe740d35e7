/**
 * How far engines say that an image is, and what survives a restart of the service. Sources: ComfyUI, "Messages" and `protocol.py`;
 * stable-diffusion-webui, "API"; stable-diffusion.cpp, "sdcpp API"; OpenAI, "Image streaming".
 */
import { randomBytes } from "node:crypto";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { decodeImage } from "../../../src/media/images/decodeImage.ts";
import { encodePng } from "../../../src/media/images/encodePng.ts";
import { readConfiguration } from "../../../src/providers/readConfiguration.ts";
import { listModels, readMediaFile, startTestService, type TestService } from "../../service/testService.ts";
import { type Answer, sendJson, startEngine } from "../engine.ts";
import { markedPng } from "../markedFile.ts";
import type { TestSocket } from "../webSocket.ts";

const png = markedPng;
const pngUri = `data:image/png;base64,${png.toString("base64")}`;
const workflow = { "6": { class_type: "CLIPTextEncode", inputs: { text: "{{prompt}}" } } };

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "generation-studio-progress-"));
  await writeFile(path.join(folder, "workflow.json"), JSON.stringify(workflow));
});
afterAll(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }));

async function startService(provider: object, options: { data?: string } = {}): Promise<TestService> {
  const configuration = readConfiguration(JSON.stringify({ providers: { local: provider } }));
  const service = await startTestService({ configuration, superset: true, keys: ["key"], ...options });
  await expect.poll(() => listModels(service)).not.toEqual([]);
  return service;
}

async function submit(service: TestService, model: string): Promise<string> {
  const { body } = await service.post("/api/v1/images", { model, prompt: "a boat" });
  return `/api/v1/images/${String(body.id)}`;
}
const progressOf = async (service: TestService, task: string) => (await service.get(`${task}?progress=true`)).body.progress;
const uint32 = (value: number) => Buffer.from([value >>> 24, value >>> 16, value >>> 8, value]);

/** ComfyUI with one prompt, whose state the test sets. */
async function startComfy() {
  const state: { is: "pending" | "running" | "done" } = { is: "pending" };
  const sockets: TestSocket[] = [];
  const done = { p1: { outputs: { "9": { images: [{ filename: "a.png", subfolder: "", type: "output" }] } }, status: {} } };
  const engine = await startEngine(
    {
      "GET /system_stats": sendJson({ system: { comfyui_version: "0.3.40" } }),
      "POST /prompt": sendJson({ prompt_id: "p1", number: 5, node_errors: {} }),
      "GET /history/p1": (request, response) => sendJson(state.is === "done" ? done : {})(request, response),
      "GET /queue": (request, response) => {
        const queue = {
          running: state.is === "running" ? [[5, "p1", {}, {}, []]] : [[1, "p0", {}, {}, []]],
          // A heap, which is not sorted.
          pending:
            state.is === "pending"
              ? [
                  [3, "p3"],
                  [7, "p7"],
                  [5, "p1"],
                  [4, "p4"],
                ]
              : [],
        };
        return sendJson({ queue_running: queue.running, queue_pending: queue.pending })(request, response);
      },
      "POST /queue": sendJson({}),
      "POST /interrupt": sendJson({}),
      "GET /view": (_, response) => void response.writeHead(200, { "content-type": "image/png" }).end(png),
    },
    (socket) => sockets.push(socket),
  );
  const models = { portrait: { workflow: path.join(folder, "workflow.json") } };
  return { engine, state, sockets, provider: { type: "openai-compatible", baseURL: engine.url, engine: "comfyui", models } };
}

test("ComfyUI's place in the queue, percentage and preview are in the poll of a client that asks, and in no other", async () => {
  const { engine, state, sockets, provider } = await startComfy();
  const service = await startService(provider);
  const announced = expect.objectContaining({ progress: true });
  await expect.poll(() => listModels(service)).toEqual([expect.objectContaining({ capabilities: announced })]);
  const task = await submit(service, "local/portrait");
  await expect.poll(() => progressOf(service, task)).toEqual({ queue_position: 3 });
  expect((await service.get(task)).body).toEqual({ id: expect.any(String), status: "processing" });
  const sent = engine.requests.find((request) => request.path === "/prompt")?.json;
  await expect.poll(() => sockets[0]?.path).toBe(`/ws?clientId=${String(sent?.client_id)}`);
  expect(sockets[0]?.headers.authorization).toBeUndefined();
  state.is = "running";
  const socket = sockets[0];
  const say = (type: string, data: object) => socket?.send(JSON.stringify({ type, data }));
  say("status", { status: { exec_info: { queue_remaining: 1 } }, sid: "x" });
  for (const prompt_id of ["p0", "p2"]) {
    say("execution_cached", { nodes: ["6"], prompt_id });
    say("progress", { value: 19, max: 20, prompt_id, node: "6" });
    say("progress_state", { prompt_id, nodes: { "6": { value: 20, max: 20, state: "finished" } } });
    say("progress", { value: 20, max: 20, node: "6" });
  }
  say("progress", { value: 5, max: 20, prompt_id: "p1", node: "6" });
  await expect.poll(() => progressOf(service, task)).toEqual({ percent: 25 });
  socket?.send(Buffer.concat([uint32(1), uint32(2), png]));
  await expect.poll(() => progressOf(service, task)).toEqual({ percent: 25, preview: pngUri });
  state.is = "done";
  expect(readMediaFile(await service.settle(task))).toEqual(png);
  expect(await progressOf(service, task)).toBeUndefined();
});

test("a message of ComfyUI that cannot be read changes nothing, and a socket that breaks is opened again", async () => {
  const { state, sockets, provider } = await startComfy();
  const service = await startService(provider);
  const task = await submit(service, "local/portrait");
  await expect.poll(() => sockets.length).toBe(1);
  state.is = "running";
  const metadata = Buffer.from('{"node_id":"3"}');
  const messages = [
    ...["no JSON", "[]", "null", '{"type":"progress"}', '{"type":"progress","data":{"value":1,"max":0,"prompt_id":"p1"}}'],
    ...['{"type":"progress","data":{"value":3,"max":2,"prompt_id":"p1"}}', '{"type":"progress","data":{"value":"1","max":2}}'],
    ...[Buffer.alloc(0), Buffer.from("abc"), Buffer.concat([uint32(1), uint32(1), Buffer.from("no image")])],
    ...[Buffer.concat([uint32(4), uint32(4_000_000_000), png]), Buffer.concat([uint32(3), uint32(1), Buffer.from("text")])],
  ];
  for (const message of messages) sockets[0]?.send(message);
  sockets[0]?.send(Buffer.concat([uint32(4), uint32(metadata.length), metadata, png]));
  await expect.poll(() => progressOf(service, task)).toEqual({ preview: pngUri });
  sockets[0]?.end();
  await expect.poll(() => sockets[1]?.path).toBe(sockets[0]?.path);
  sockets[1]?.send(JSON.stringify({ type: "progress", data: { value: 3, max: 4, prompt_id: "p1" } }));
  await expect.poll(() => progressOf(service, task)).toEqual({ percent: 75, preview: pngUri });
  state.is = "done";
  expect(readMediaFile(await service.settle(task))).toEqual(png);
  sockets[1]?.end();
});

test("a large preview is made smaller, and reported to v2 too", async () => {
  const { state, sockets, provider } = await startComfy();
  const service = await startService(provider);
  const body = { type: "out_image", ai: { model: "local/portrait" }, content: [{ type: "input_text", text: "a boat" }] };
  const status = `/api/v2/status/${String((await service.post("/api/v2", body)).body.task_id)}`;
  await expect.poll(() => sockets.length).toBe(1);
  state.is = "running";
  const noise = randomBytes(600 * 400 * 3);
  sockets[0]?.send(Buffer.concat([uint32(1), uint32(2), encodePng({ width: 600, height: 400, channels: 3, data: noise })]));
  const previewOf = async () => JSON.stringify((await service.get(`${status}?progress=true`)).body).match(/"preview":"([^"]+)"/)?.[1] ?? "";
  await expect.poll(previewOf).toMatch(/^data:image\/jpeg;base64,/);
  const uri = await previewOf();
  expect(uri.length).toBeLessThan(88_000);
  const small = await decodeImage(Buffer.from(uri.split(",")[1] ?? "", "base64"));
  expect((small?.width ?? 0) / (small?.height ?? 1)).toBeCloseTo(1.5, 1);
  expect(JSON.stringify((await service.get(status)).body)).not.toContain("progress");
  state.is = "done";
  expect((await service.settle(status)).body).toMatchObject({ contents: { status: 2, files: [expect.anything()] } });
});

test("an image that ComfyUI has accepted is followed after a restart of the service, and not sent again", async () => {
  const { engine, state, sockets, provider } = await startComfy();
  const data = path.join(folder, "restarted");
  const first = await startService(provider, { data });
  const task = await submit(first, "local/portrait");
  await expect.poll(() => sockets.length).toBe(1);
  await first.close();
  state.is = "running";
  const second = await startService(provider, { data });
  await expect.poll(() => sockets.length).toBe(2);
  expect(sockets[1]?.path).toBe(sockets[0]?.path);
  state.is = "done";
  expect(readMediaFile(await second.settle(task))).toEqual(png);
  expect([engine.countOf("/prompt"), engine.countOf("/interrupt")]).toEqual([1, 0]);
  expect(engine.requests.filter(({ method, path: sent }) => method === "POST" && sent === "/queue")).toEqual([]);
});

test("a task deleted after a restart takes its prompt from ComfyUI's queue", async () => {
  const { engine, sockets, provider } = await startComfy();
  const data = path.join(folder, "deleted");
  const first = await startService(provider, { data });
  const task = await submit(first, "local/portrait");
  await expect.poll(() => sockets.length).toBe(1);
  await first.close();
  const second = await startService(provider, { data });
  await expect.poll(() => sockets.length).toBe(2);
  await second.delete(task.replace("images", "responses"));
  await expect
    .poll(() =>
      engine.requests
        .filter(({ method }) => method === "POST")
        .map(({ json }) => json)
        .at(-1),
    )
    .toEqual({ delete: ["p1"] });
  expect(engine.countOf("/prompt")).toBe(1);
});

const stableDiffusion = (job: () => object): Record<string, Answer> => ({
  "GET /v1/models": sendJson({ data: [{ id: "sd-cpp-local", object: "model" }] }),
  "GET /sdcpp/v1/capabilities": sendJson({ supported_modes: ["img_gen"] }),
  "POST /sdcpp/v1/img_gen": sendJson({ id: "job_1", status: "queued" }, 202),
  "GET /sdcpp/v1/jobs/job_1": (request, response) => sendJson(job())(request, response),
});

test("stable-diffusion.cpp's place in the queue is reported, and its job is followed after a restart", async () => {
  let job: object = { id: "job_1", status: "queued", queue_position: 2 };
  const engine = await startEngine(stableDiffusion(() => job));
  const provider = { type: "openai-compatible", baseURL: `${engine.url}/v1`, engine: "stable-diffusion.cpp" };
  const data = path.join(folder, "job");
  const first = await startService(provider, { data });
  const task = await submit(first, "local/sd-cpp-local");
  await expect.poll(() => progressOf(first, task)).toEqual({ queue_position: 2 });
  await first.close();
  job = { id: "job_1", status: "completed", result: { images: [{ index: 0, b64_json: png.toString("base64") }] } };
  const second = await startService(provider, { data });
  expect(readMediaFile(await second.settle(task))).toEqual(png);
  expect(engine.countOf("/sdcpp/v1/img_gen")).toBe(1);
});

test("AUTOMATIC1111's progress and current image are those of the task, not of another client", async () => {
  let current: string | null = null;
  let task: unknown;
  const finished = Promise.withResolvers<void>();
  const engine = await startEngine({
    "GET /sdapi/v1/sd-models": sendJson([{ model_name: "dreamshaper" }]),
    "POST /sdapi/v1/txt2img": async ({ json }, response) => {
      task = json.force_task_id;
      await finished.promise;
      response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify({ images: [png.toString("base64")] }));
    },
    "GET /sdapi/v1/progress": (request, response) =>
      sendJson({
        progress: current === task ? 0.35 : 0.9,
        eta_relative: 4,
        state: { sampling_step: 7, sampling_steps: 20 },
        current_image: current === task ? png.toString("base64") : null,
        textinfo: null,
        current_task: current,
      })(request, response),
  });
  const service = await startService({ type: "openai-compatible", baseURL: `${engine.url}/sdapi/v1`, engine: "automatic1111" });
  const poll = await submit(service, "local/dreamshaper");
  current = "task(other)";
  await expect.poll(() => engine.countOf("/sdapi/v1/progress")).toBeGreaterThan(0);
  expect(await progressOf(service, poll)).toBeUndefined();
  current = String(task);
  await expect.poll(() => progressOf(service, poll)).toEqual({ percent: 35, preview: pngUri });
  finished.resolve();
  expect(readMediaFile(await service.settle(poll))).toEqual(png);
});

/** The events of an image of OpenAI, the last one after `goOn`. */
const sendImages =
  (prefix: string, goOn: Promise<void>, last: object): Answer =>
  async (_, response) => {
    const write = (event: { type: string }) => response.write(`event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`);
    response.writeHead(200, { "content-type": "text/event-stream" });
    write({ type: `${prefix}.partial_image`, ...{ b64_json: png.toString("base64"), partial_image_index: 0, size: "1024x1024" } });
    await goOn;
    write({ type: `${prefix}.completed`, ...last });
    response.end();
  };

test.each([
  ["generations", "image_generation", {}],
  ["edits", "image_edit", { image: [{ type: "input_image", image_url: pngUri }] }],
] as const)("OpenAI's partial images of /images/%s are shown only if the configuration asks for them", async (endpoint, prefix, extra) => {
  const goOn = Promise.withResolvers<void>();
  const made = Buffer.concat([png, Buffer.from("made")]).toString("base64");
  const usage = { input_tokens: 3, output_tokens: 4, total_tokens: 7 };
  const engine = await startEngine({
    "GET /v1/models": sendJson({ data: [{ id: "gpt-image-2" }, { id: "gpt-image-1-mini" }] }),
    [`POST /v1/images/${endpoint}`]: (request, response) =>
      /partial_images/.test(request.body.toString("latin1"))
        ? sendImages(prefix, goOn.promise, { b64_json: made, usage })(request, response)
        : sendJson({ data: [{ b64_json: made }] })(request, response),
  });
  const service = await startService({
    type: "openai",
    apiKey: "k",
    baseURL: `${engine.url}/v1`,
    models: { "gpt-image-2": { options: { partial_images: 2 } } },
  });
  const send = async (model: string) =>
    `/api/v1/images/${String((await service.post("/api/v1/images", { model, prompt: "a boat", ...extra })).body.id)}`;
  const plain = await service.settle(await send("local/gpt-image-1-mini"));
  expect(readMediaFile(plain).toString("base64")).toBe(made);
  expect(engine.requests.at(-1)?.body.toString("latin1")).not.toMatch(/stream|partial/);
  const task = await send("local/gpt-image-2");
  await expect.poll(() => progressOf(service, task)).toEqual({ preview: pngUri });
  expect(engine.requests.at(-1)?.body.toString("latin1")).toMatch(/"?stream"?/);
  goOn.resolve();
  const done = await service.settle(task);
  expect(readMediaFile(done).toString("base64")).toBe(made);
  expect(done.body.usage).toEqual(usage);
});
