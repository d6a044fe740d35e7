/** The service as a worker thread, as the extension runs it. */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { Worker } from "node:worker_threads";
import { expect, onTestFinished, test } from "vitest";
import { buildInto } from "../../scripts/stageExtension.ts";
import { audioFormats } from "../../src/demo/capabilities.ts";
import { callService } from "./testService.ts";

const fromSources = new URL("../../src/service/worker.ts", import.meta.url);

function startWorker(
  workerData: unknown,
  file = fromSources,
): { worker: Worker; report: Promise<{ url: string; key: string; error?: string }> } {
  const worker = new Worker(file, { workerData });
  worker.postMessage({ type: "configure", id: 1, setup: { providerKeys: {}, network: {} } });
  onTestFinished(async () => {
    await worker.terminate();
  });
  return { worker, report: new Promise((resolve) => worker.once("message", resolve)) };
}

test("it posts url and key, answers, and ends on the message close", async () => {
  const { worker, report } = startWorker({ tokensPerSecond: 0, keys: ["k"] });
  const { url, key } = await report;
  expect(key).toBe("k");
  const service = callService(url, key, async () => undefined);
  expect((await service.post("/api/v1/responses", { model: "demo-text", input: "x" })).status).toBe(200);
  const exit = new Promise((resolve) => worker.once("exit", resolve));
  worker.postMessage({ type: "close" });
  expect(await exit).toBe(0);
});

test("it runs without worker data, and posts an error if the options are wrong or the folder cannot be used", async () => {
  expect(await startWorker(undefined).report).toMatchObject({ url: expect.stringMatching(/^http:/) });
  expect(await startWorker({ port: "x" }).report).toEqual({ type: "failed", error: expect.stringMatching(/\S/) });
  expect(await startWorker({ data: "/dev/null/data" }).report).toEqual({ type: "failed", error: expect.stringMatching(/\S/) });
});

test("the tasks of a terminated thread are continued by the next one", async () => {
  const data = await mkdtemp(join(tmpdir(), "generation-studio-service-"));
  onTestFinished(() => rm(data, { recursive: true, force: true, maxRetries: 5 }));
  const first = startWorker({ data, delay: 60_000 });
  const { url, key } = await first.report;
  const { body } = await callService(url, key, async () => undefined).post("/api/v1/images", {
    model: "demo-image",
    prompt: "x",
    size: "512",
  });
  await first.worker.terminate();
  const second = await startWorker({ data }).report;
  const answer = await callService(second.url, second.key, async () => undefined).settle(`/api/v1/images/${body.id}`);
  expect(answer.body.status).toBe("completed");
});

test("bundled for production, it generates audio in every format without node_modules", async () => {
  const folder = await mkdtemp(join(tmpdir(), "generation-studio-service-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }));
  await buildInto(folder, true);
  const { url, key } = await startWorker({ tokensPerSecond: 0 }, pathToFileURL(join(folder, "service.js"))).report;
  const service = callService(url, key, async () => undefined);
  for (const format of audioFormats) {
    const body = { model: "demo-voice", input: "Good morning.", voice: "alto", format, speed: 1 };
    expect((await service.make("audios", body)).body).toMatchObject({ status: "completed", format });
  }
}, 240_000);
