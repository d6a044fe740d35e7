/** The service as a worker thread, the way the extension runs it. */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Worker } from "node:worker_threads";
import { expect, onTestFinished, test } from "vitest";
import { callService } from "./testService.ts";

function startWorker(workerData: unknown): { worker: Worker; report: Promise<{ url: string; key: string; error?: string }> } {
  const worker = new Worker(new URL("../../src/service/worker.ts", import.meta.url), { workerData });
  onTestFinished(async () => {
    await worker.terminate();
  });
  return { worker, report: new Promise((resolve) => worker.once("message", resolve)) };
}

test("it posts url and key, answers, and ends with the message close", async () => {
  const { worker, report } = startWorker({ tokensPerSecond: 0, keys: ["k"] });
  const { url, key } = await report;
  expect(key).toBe("k");
  const service = callService(url, key, async () => undefined);
  expect((await service.post("/api/v1/responses", { model: "demo-text", input: "x" })).status).toBe(200);
  const exit = new Promise((resolve) => worker.once("exit", resolve));
  worker.postMessage("close");
  expect(await exit).toBe(0);
});

test("it runs without worker data, and posts an error where the options are wrong or the folder cannot be used", async () => {
  expect(await startWorker(undefined).report).toMatchObject({ url: expect.stringMatching(/^http:/) });
  expect(await startWorker({ port: "x" }).report).toEqual({ error: expect.stringMatching(/\S/) });
  expect(await startWorker({ data: "/dev/null/data" }).report).toEqual({ error: expect.stringMatching(/\S/) });
});

test("a thread that is terminated leaves its tasks to the next one", async () => {
  const data = await mkdtemp(join(tmpdir(), "generation-studio-service-"));
  onTestFinished(() => rm(data, { recursive: true, force: true }));
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
