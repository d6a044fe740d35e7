/** Each line of the documentation's table that names an address of this machine, as it is written, with a server like that engine at its port. */
import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { readConfiguration } from "../../src/providers/readConfiguration.ts";
import { readMediaFile, startTestService } from "../service/testService.ts";
import { type Answer, chunk, finishChunk, sendEvents, sendJson, startEngine } from "./engine.ts";
import { openLmStudio, openOllama } from "./modelEngines.ts";
import { openWebUi } from "./paintingEngines.ts";

const png = Buffer.from("iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==", "base64");
const mp3 = Buffer.from("ID3\x04\0\0\0\0\0\0\0\0\0\0", "latin1");
const send =
  (bytes: Uint8Array, type: string): Answer =>
  (_, response) =>
    void response.writeHead(200, { "content-type": type }).end(bytes);
const listed = (id: string) => sendJson({ object: "list", data: [{ id, object: "model", created: 1, owned_by: "x" }] });
const chat = { "POST /v1/chat/completions": sendEvents([chunk({ role: "assistant", content: "Hello" }), finishChunk("stop")]) };

interface Served {
  open(): Promise<{ url: string }>;
  model: string;
  kind: "responses" | "images" | "audios";
}

const talker = (model: string): Served => ({
  open: () => startEngine({ "GET /v1/models": listed(model), ...chat }),
  model,
  kind: "responses",
});

/** By the start of the name in the table. */
const engines: Readonly<Record<string, Served>> = {
  Ollama: { open: () => openOllama(), model: "llama3.2:1b", kind: "responses" },
  "LM Studio": { open: () => openLmStudio(), model: "google/gemma-3-1b", kind: "responses" },
  "llama.cpp": talker("gemma-3-1b-it-Q4_K_M.gguf"),
  vLLM: talker("Qwen/Qwen3-4B"),
  SGLang: talker("qwen/qwen3-4b"),
  LocalAI: {
    open: () =>
      startEngine({
        "GET /v1/models": listed("stablediffusion"),
        "POST /v1/images/generations": (request, response) => {
          const port = request.headers.host?.split(":")[1];
          return sendJson({ created: 1, data: [{ url: `http://localhost:${port}/generated-images/x.png` }] })(request, response);
        },
        "GET /generated-images/x.png": send(png, "image/png"),
      }),
    model: "stablediffusion",
    kind: "images",
  },
  Kokoro: {
    open: () =>
      startEngine({
        "GET /v1/models": listed("kokoro"),
        "GET /v1/audio/voices": sendJson({ voices: ["af_bella"] }),
        "POST /v1/audio/speech": send(mp3, "audio/mpeg"),
      }),
    model: "kokoro",
    kind: "audios",
  },
  "stable-diffusion.cpp": {
    open: () =>
      startEngine({
        "GET /v1/models": listed("sd-cpp-local"),
        "POST /sdcpp/v1/img_gen": sendJson({ id: "j", status: "queued" }, 202),
        "GET /sdcpp/v1/jobs/j": sendJson({ id: "j", status: "completed", result: { images: [{ b64_json: png.toString("base64") }] } }),
      }),
    model: "sd-cpp-local",
    kind: "images",
  },
  AUTOMATIC1111: { open: () => openWebUi(), model: "harbour", kind: "images" },
  ComfyUI: {
    open: () =>
      startEngine({
        "GET /system_stats": sendJson({ system: {} }),
        "POST /prompt": sendJson({ prompt_id: "p", number: 1, node_errors: {} }),
        "GET /history/p": sendJson({
          p: {
            status: { status_str: "success", completed: true },
            outputs: { 9: { images: [{ filename: "x.png", subfolder: "", type: "output" }] } },
          },
        }),
        "GET /view": send(png, "image/png"),
      }),
    model: "portrait",
    kind: "images",
  },
};

const readme = await readFile(new URL("../../docs/providers.md", import.meta.url), "utf8");
const rows = [...readme.matchAll(/^\| ([^|]+) \| `(.*"http:\/\/127\.0\.0\.1:\d+.*)` \|$/gm)].map(
  ([, name = "", line = ""]) => [name, line] as const,
);

let home = "";
beforeAll(async () => {
  home = await mkdtemp(path.join(tmpdir(), "generation-studio-readme-"));
  vi.stubEnv("HOME", home);
  vi.stubEnv("USERPROFILE", home);
  await mkdir(path.join(home, "comfy"));
  const workflow = { 6: { class_type: "CLIPTextEncode", inputs: { text: "{{prompt}}" } } };
  await writeFile(path.join(home, "comfy", "portrait.json"), JSON.stringify(workflow));
});
afterAll(async () => {
  vi.unstubAllEnvs();
  await rm(home, { recursive: true, force: true, maxRetries: 5 });
});

test("every engine of this machine in the table has a server here", () => {
  expect(rows).toHaveLength(Object.keys(engines).length);
});

test.each(rows)("%s is attached by its line, and generates", async (name, line) => {
  const served = Object.entries(engines).find(([start]) => name.startsWith(start))?.[1];
  expect(served, `${name} needs a server in this test`).toBeDefined();
  if (served === undefined) return;
  const { url } = await served.open();
  const here = line.replace(/http:\/\/127\.0\.0\.1:\d+/, url);
  const configuration = readConfiguration(`providers:\n  ${here}`);
  const [provider = ""] = Object.keys(configuration.providers);
  const service = await startTestService({ configuration });
  const ids = async () => JSON.stringify((await service.get("/api/v1/models")).body);
  const model = `${provider}/${served.model}`;
  await expect.poll(ids).toContain(JSON.stringify(model));
  if (served.kind === "responses") {
    const made = await service.post("/api/v1/responses", { model, input: "Say hello." });
    expect(JSON.stringify(made.body.output)).toContain("Hello");
    return;
  }
  const body = served.kind === "images" ? { prompt: "A boat" } : { input: "Hello", voice: "af_bella", format: "mp3" };
  const made = await service.make(served.kind, { model, ...body });
  expect(made.body).toMatchObject({ status: "completed" });
  expect(readMediaFile(made).byteLength).toBeGreaterThan(10);
});
