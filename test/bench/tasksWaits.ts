/** Measures how long after a result is ready its file is saved, and how often the client asked, with the built-in service and an engine. */
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { json } from "node:stream/consumers";
import { setTimeout as delay } from "node:timers/promises";
import * as z from "zod/mini";
import { createServiceClient } from "../../src/client/createServiceClient.ts";
import { openTasks } from "../../src/generations/openTasks.ts";
import { readConfiguration } from "../../src/providers/readConfiguration.ts";
import { startService } from "../../src/service/startService.ts";

const results = 50;
/** Milliseconds until a result is ready: random between these. */
const earliest = 500;
const latest = 45_000;
const halfMinute = 30_000;

const png = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";
const askedSchema = z.object({ prompt: z.string() });

/** An engine that answers a prompt, which is a number, after as many milliseconds. */
async function openEngine(readyAt: Map<string, number>) {
  const server = createServer(async (request, response) => {
    response.setHeader("content-type", "application/json");
    if (request.method === "GET") {
      response.end(JSON.stringify({ data: [{ id: "painter" }] }));
      return;
    }
    const { prompt } = askedSchema.parse(await json(request));
    await delay(Number(prompt));
    readyAt.set(prompt, performance.now());
    response.end(JSON.stringify({ data: [{ b64_json: png }] }));
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("The engine has no port.");
  return { url: `http://127.0.0.1:${address.port}/v1`, close: () => server.close() };
}

const median = (values: readonly number[]) => [...values].sort((first, second) => first - second)[values.length >> 1] ?? Number.NaN;

export async function measureWaits(): Promise<Record<string, number>> {
  const folder = await mkdtemp(join(tmpdir(), "tasks-waits-"));
  const readyAt = new Map<string, number>();
  const engine = await openEngine(readyAt);
  const providers = { engine: { type: "openai-compatible", baseURL: engine.url, models: { painter: { kinds: ["image"] } } } };
  const service = await startService({ configuration: readConfiguration(JSON.stringify({ providers })) });
  let polls = 0;
  const count = (line: string) => {
    if (line.startsWith("GET /api/v1/images")) polls += 1;
  };
  const baseUrl = service.url;
  const client = createServiceClient({ baseUrl, key: async () => service.key, log: { debug: count, warn() {} } });
  const tasks = await openTasks({ folder, client: async () => client });
  try {
    const target = { folder: join(folder, "out"), pattern: "{slug}" };
    const measured = await Promise.all(
      Array.from({ length: results }, async (_, index) => {
        // The tasks of a user do not begin in the same instant.
        await delay(index * 100);
        const prompt = String(Math.round(earliest + ((index + Math.random()) / results) * (latest - earliest)));
        const request = { interface: "v1", kind: "image", body: { model: "engine/painter", prompt } } as const;
        const began = performance.now();
        const { state } = await tasks.submit({ baseUrl, request, target }).end();
        if (state !== "saved") throw new Error(`A task is ${state}.`);
        const ready = readyAt.get(prompt) ?? Number.NaN;
        return { wait: performance.now() - ready, allowed: Math.ceil((ready - began) / halfMinute) };
      }),
    );
    const allowed = measured.reduce((sum, one) => sum + one.allowed, 0);
    return { waitMilliseconds: median(measured.map(({ wait }) => wait)), requestsPerHalfMinute: polls / allowed };
  } finally {
    await tasks.close();
    await client.close();
    await service.close();
    engine.close();
    await rm(folder, { recursive: true, force: true, maxRetries: 5 });
  }
}
