/** ComfyUI as a server of its routes: `server.py` and `execution.py` of ComfyUI. */
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { fillWorkflow } from "../../../src/providers/engines/comfyWorkflow.ts";
import { readConfiguration } from "../../../src/providers/readConfiguration.ts";
import { invalidRequest, listModels, readMediaFile, startTestService } from "../../service/testService.ts";
import { type Answer, type ReceivedRequest, sendJson, startEngine } from "../engine.ts";
import { markedPng } from "../markedFile.ts";

const png = markedPng;
const image = [{ type: "input_image", image_url: `data:image/png;base64,${png.toString("base64")}` }];
const workflow = {
  "3": {
    class_type: "KSampler",
    inputs: { seed: "{{seed}}", steps: "{{steps:20}}", cfg: "{{ guidance : 7.5 }}", model: ["4", 0], denoise: 1 },
  },
  "5": { class_type: "EmptyLatentImage", inputs: { width: "{{width:512}}", height: "{{height:512}}", batch_size: 1 } },
  "6": { class_type: "CLIPTextEncode", inputs: { text: "{{prompt}}, masterpiece", clip: ["4", 1] } },
};
const withImage = { ...workflow, "10": { class_type: "LoadImage", inputs: { image: "{{image}}" } } };

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "generation-studio-comfy-"));
});
afterAll(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }));

interface Comfy {
  /** What `/history/<id>` contains once the prompt has ended; undefined: it is still running, or lost. */
  entry?: object;
  queue?: "running" | "pending" | "lost";
  refusal?: object;
}

async function start(file: unknown, comfy: Comfy) {
  const name = path.join(folder, `${crypto.randomUUID()}.json`);
  await writeFile(name, typeof file === "string" ? file : JSON.stringify(file));
  let hasStopped = false;
  const held = Promise.withResolvers<void>();
  const prompt: Answer = (request, response) =>
    comfy.refusal
      ? sendJson(comfy.refusal, 400)(request, response)
      : sendJson({ prompt_id: "p1", number: 1, node_errors: {} })(request, response);
  const engine = await startEngine({
    "GET /system_stats": sendJson({ system: { comfyui_version: "0.3.40" } }),
    "POST /prompt": prompt,
    "GET /history/p1": (request, response) => {
      held.resolve();
      return sendJson(comfy.entry ? { p1: comfy.entry } : {})(request, response);
    },
    "GET /queue": (request, response) => {
      const one = [[1, "p1", {}, {}, ["9"]]];
      const state = hasStopped ? "lost" : (comfy.queue ?? "running");
      const body = { queue_running: state === "running" ? one : [], queue_pending: state === "pending" ? one : [] };
      return sendJson(body)(request, response);
    },
    "POST /queue": (_, response) => void response.writeHead(200).end(),
    "POST /interrupt": (_, response) => {
      hasStopped = true;
      response.writeHead(200).end();
    },
    "POST /upload/image": sendJson({ name: "sent.png", subfolder: "clipspace", type: "input" }),
    "GET /view": (_, response) => void response.writeHead(200, { "content-type": "image/png" }).end(png),
  });
  const provider = { type: "openai-compatible", baseURL: engine.url, engine: "comfyui", models: { portrait: { workflow: name } } };
  const service = await startTestService({
    configuration: readConfiguration(JSON.stringify({ providers: { comfy: provider } })),
    superset: true,
  });
  await expect.poll(() => listModels(service)).not.toEqual([]);
  return { engine, service, asked: held.promise };
}

const sentWorkflow = (requests: readonly ReceivedRequest[]) => requests.find(({ path: sent }) => sent === "/prompt")?.json.prompt;
const made = {
  outputs: {
    "9": { images: [{ filename: "preview.png", subfolder: "", type: "temp" }] },
    "12": { images: [{ filename: "a b.png", subfolder: "x", type: "output" }] },
  },
  status: { status_str: "success", completed: true, messages: [] },
};
const small = { model: "comfy/portrait", prompt: "a boat" };

test("a workflow with {{upscale}} enlarges by a number", async () => {
  const enlarging = { "1": { class_type: "ImageScaleBy", inputs: { image: "{{image}}", scale_by: "{{upscale}}" } } };
  expect(fillWorkflow(enlarging, { image: "a.png", upscale: 3 })["1"]?.inputs).toEqual({ image: "a.png", scale_by: 3 });
  const { service } = await start(enlarging, { entry: {} });
  const upscale = ["2", "3", "4"];
  const enlarges = expect.objectContaining({ capabilities: expect.objectContaining({ image: 1, upscale }) });
  await expect.poll(() => listModels(service)).toEqual([enlarges]);
});

test("a workflow is a model that takes what it has placeholders for, and anything else is refused by name", async () => {
  const { engine, service } = await start(workflow, { entry: made });
  await expect
    .poll(() => listModels(service))
    .toEqual([
      expect.objectContaining({
        id: "comfy/portrait",
        capabilities: expect.objectContaining({
          kinds: ["image"],
          image: 0,
          seed: expect.anything(),
          steps: expect.anything(),
          side: expect.anything(),
        }),
      }),
    ]);
  const refused = async (field: string, body: object) =>
    expect((await service.post("/api/v1/images", { ...small, ...body })).body).toEqual(invalidRequest(field));
  await refused("image", { image });
  await refused("negative_prompt", { negative_prompt: "fog" });
  await refused("quality", { quality: "high" });
  expect(engine.countOf("/prompt")).toBe(0);
});

test("the placeholders are filled with the request's values as numbers and texts, and the saved file is the result", async () => {
  const { engine, service } = await start(workflow, { entry: made });
  const done = await service.make("images", { ...small, prompt: 'a "boat"', size: "640x480", seed: 7, steps: 4 });
  expect(readMediaFile(done)).toEqual(png);
  expect(sentWorkflow(engine.requests)).toEqual({
    "3": { class_type: "KSampler", inputs: { seed: 7, steps: 4, cfg: 7.5, model: ["4", 0], denoise: 1 } },
    "5": { class_type: "EmptyLatentImage", inputs: { width: 640, height: 480, batch_size: 1 } },
    "6": { class_type: "CLIPTextEncode", inputs: { text: 'a "boat", masterpiece', clip: ["4", 1] } },
  });
  expect(engine.requests.at(-1)?.path).toBe("/view?filename=a+b.png&subfolder=x&type=output");
});

const withSeed = { "3": { class_type: "KSampler", inputs: { seed: "{{seed}}", options: { on: true, name: "{{prompt}}" } } } };
test.each([
  ["with a placeholder in an object", withSeed],
  ["that begins with a byte order mark", `\uFEFF${JSON.stringify(withSeed)}`],
  ["in a whole body of /prompt", { prompt: withSeed, client_id: "c" }],
])("a workflow %s is filled", async (_, file) => {
  const { engine, service } = await start(file, { entry: made });
  expect(readMediaFile(await service.make("images", { ...small, seed: 7 }))).toEqual(png);
  expect(sentWorkflow(engine.requests)).toEqual({
    "3": { class_type: "KSampler", inputs: { seed: 7, options: { on: true, name: "a boat" } } },
  });
});

test.each([
  ["lists beside the images", { "1": { text: ["a boat"], audio: [{ filename: "a.mp3", type: "output" }] }, ...made.outputs }, "a+b.png"],
  ["only an animation", { "1": { gifs: [{ filename: "a.gif", subfolder: "", type: "output", format: "image/gif" }] } }, "a.gif"],
  ["entries that are no files", { "1": { images: [null, "x", { name: "b" }, { filename: "c.png" }] } }, "c.png"],
])("outputs with %s", async (_, outputs, file) => {
  const { engine, service } = await start(workflow, { entry: { outputs } });
  expect((await service.make("images", small)).body).toMatchObject({ status: "completed" });
  const seen = engine.requests.flatMap(({ path: sent }) => (sent.startsWith("/view") ? [sent] : []));
  expect(seen).toEqual([expect.stringContaining(`filename=${file}&`)]);
});

test("each image has another seed, and a reference image is uploaded first", async () => {
  const { engine, service } = await start(withImage, { entry: made });
  await service.make("images", { ...small, image });
  await service.make("images", { ...small, image });
  const sent = engine.requests.filter(({ path: one }) => one === "/prompt").map(({ json }) => JSON.stringify(json.prompt));
  expect(sent[0]).toContain('"image":"clipspace/sent.png"');
  expect(sent[0]).not.toBe(sent[1]);
  const [uploaded] = engine.requests.filter(({ path: one }) => one === "/upload/image");
  expect(uploaded?.body.includes(png)).toBe(true);
  const failed = await service.make("images", small);
  expect(failed.body).toMatchObject({ status: "failed", error: { message: expect.stringContaining("{{image}}") } });
});

test.each(["running", "pending"] as const)(
  "a deleted task takes its prompt from the queue, and interrupts it only if it is running: %s",
  async (queue) => {
    const { engine, service, asked } = await start(workflow, { queue });
    const { body } = await service.post("/api/v1/images", small);
    await asked;
    await service.delete(`/api/v1/responses/${String(body.id)}`);
    const stopped = () =>
      engine.requests.filter(({ method, path: sent }) => method === "POST" && /queue|interrupt/.test(sent)).map(({ json }) => json);
    await expect.poll(stopped).toEqual([{ delete: ["p1"] }, ...(queue === "running" ? [{ prompt_id: "p1" }] : [])]);
  },
);

const nodeErrors = {
  "4": {
    class_type: "CheckpointLoaderSimple",
    errors: [{ type: "value_not_in_list", message: "Value not in list", details: "ckpt_name: 'x'" }],
  },
};
const failing = { exception_message: "Allocation on device", node_type: "KSampler" };
test.each<[string, unknown, Comfy, string]>([
  [
    "a refused workflow names the node",
    workflow,
    {
      refusal: {
        error: { type: "prompt_outputs_failed_validation", message: "Prompt outputs failed validation" },
        node_errors: nodeErrors,
      },
    },
    "Prompt outputs failed validation; CheckpointLoaderSimple: Value not in list: ckpt_name: 'x'",
  ],
  [
    "an error of a node is the reason",
    workflow,
    {
      entry: {
        outputs: {},
        status: {
          status_str: "error",
          completed: false,
          messages: [
            ["execution_start", {}],
            ["execution_error", failing],
          ],
        },
      },
    },
    "KSampler: Allocation on device",
  ],
  ["a workflow without a saved image", workflow, { entry: { outputs: {}, status: { status_str: "success" } } }, "it sent no file"],
  ["a prompt that a restart has lost", workflow, { queue: "lost" }, "does not know this image any more"],
  ["a workflow of the editor", { nodes: [], links: [] }, {}, "use Export (API)"],
  ["a file that is no workflow", "no JSON", {}, "is not a workflow"],
])("%s", async (_, file, comfy, reason) => {
  const { service } = await start(file, comfy);
  const { body } = await service.make("images", small);
  expect(body).toMatchObject({ status: "failed", error: { message: expect.stringContaining(reason) } });
});
