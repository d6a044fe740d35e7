/** Several services on one PostgreSQL database. */
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { defaultWorkers, type Workers } from "../../src/service/queue/taskQueue.ts";
import type { ServiceOptions } from "../../src/service/serviceOptions.ts";
import { type RunningService, startService } from "../../src/service/startService.ts";
import { postgresStore } from "../../src/service/store/postgres/openPostgresStore.ts";
import { type Answer, openEngine, sendJson } from "../providers/engineServer.ts";
import { type PostgresServer, startPostgres } from "./postgresServer.ts";
import { startServiceProcess } from "./serviceProcess.ts";
import { callService, readMediaFile, readV2Status, type TestService } from "./testService.ts";

const nothing: Workers = { text: 0, image: 0, audio: 0, video: 0 };
const png = Buffer.from("89504e470d0a1a0a0000", "hex").toString("base64");

/** Milliseconds: a task that was handed out and not begun is handed out again after half a minute. */
const patience = 120_000;

let postgres: PostgresServer;
beforeAll(async () => {
  postgres = await startPostgres();
}, 300_000);
afterAll(() => postgres?.close());

async function makeFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "generation-studio-team-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }));
  return folder;
}

async function joinTeam(database: string, workers: Workers, options: ServiceOptions): Promise<TestService & { running: RunningService }> {
  const running = await startService({ tokensPerSecond: 0, keys: ["key"], ...options }, postgresStore(database, workers));
  let closed: Promise<void> | undefined;
  const close = () => {
    closed ??= running.close();
    return closed;
  };
  onTestFinished(close);
  return { ...callService(running.url, "key", close), running };
}

/** Three services of one team; the options are the same for all. */
async function startTeam(options: ServiceOptions = {}, workers: readonly Workers[] = [defaultWorkers, defaultWorkers, defaultWorkers]) {
  const database = await postgres.createDatabase();
  return Promise.all(workers.map((own) => joinTeam(database, own, options)));
}

test("each answers for the tasks of every other, and deletes them", async () => {
  const [first, second, third] = await startTeam({ files: await makeFolder() });
  if (!first || !second || !third) throw new Error("Three services were started.");
  const image = await first.post("/api/v1/images", { model: "demo-image", prompt: "A heron", size: "512" });
  const made = await second.settle(`/api/v1/images/${image.body.id}`);
  expect(readMediaFile(made).subarray(1, 4).toString()).toBe("PNG");
  const text = await third.post("/api/v1/responses", { model: "demo-text", input: "Hello" });
  expect((await first.get(`/api/v1/responses/${text.body.id}`)).body).toEqual(text.body);
  expect((await third.delete(`/api/v1/responses/${image.body.id}`)).status).toBe(200);
  expect((await first.get(`/api/v1/images/${image.body.id}`)).status).toBe(404);
});

test("a service without workers leaves its tasks to the others", async () => {
  const [front, back] = await startTeam({}, [nothing, defaultWorkers]);
  if (!front || !back) throw new Error("Two services were started.");
  expect((await front.make("images", { model: "demo-image", prompt: "x", size: "512" })).body.status).toBe("completed");
  await back.close();
  const waiting = await front.post("/api/v1/images", { model: "demo-image", prompt: "x", size: "512" });
  expect((await front.get(`/api/v1/images/${waiting.body.id}`)).body.status).toBe("pending");
});

test("1,000 requests at once do not pass a limit of 100 together", { timeout: patience }, async () => {
  // All of them in one minute, however long they take.
  const now = Date.now();
  const team = await startTeam({ rate: 100, clock: { now: () => now } });
  const answers = await Promise.all(
    Array.from({ length: 1000 }, (_, index) => team[index % team.length]?.get("/api/v1/models").then(({ status }) => status)),
  );
  expect(answers.filter((status) => status === 200)).toHaveLength(100);
  expect(answers.filter((status) => status === 429)).toHaveLength(900);
});

test("what is killed is finished by others, nothing is sent twice, and everything is charged once", { timeout: 2 * patience }, async () => {
  const accepted = new Map<string, number>();
  const slowly =
    (answer: Answer): Answer =>
    async (request, response) => {
      const prompt = /task-\d+/.exec(request.body.toString())?.[0] ?? "";
      accepted.set(prompt, (accepted.get(prompt) ?? 0) + 1);
      await new Promise((resolve) => setTimeout(resolve, 50));
      if (!response.destroyed) await answer(request, response);
    };
  const engine = await openEngine({
    "GET /v1/models": sendJson({ data: [] }),
    "POST /v1/images/generations": slowly(sendJson({ data: [{ b64_json: png }] })),
  });
  onTestFinished(() => engine.close());
  const folder = await makeFolder();
  const models = { painter: { kinds: ["image"], price: { image: 1 } } };
  const provider = { type: "openai-compatible", baseURL: `${engine.url}/v1`, models };
  const configuration = join(folder, "providers.json");
  await writeFile(configuration, JSON.stringify({ providers: { local: provider } }));
  const database = await postgres.createDatabase();
  const begin = () =>
    startServiceProcess("--database", database, "--files", folder, "--config", configuration, "--key", "key", "--workers", "image=2");
  const team = await Promise.all([begin(), begin(), begin()]);
  const call = (index: number) => callService(team[index]?.url ?? "", "key", async () => undefined);
  const submitted = await Promise.all(
    Array.from({ length: 60 }, (_, index) =>
      call(index % 3).post("/api/v2", {
        type: "out_image",
        ai: { model: "local/painter" },
        content: [{ type: "input_text", text: `task-${index}` }],
      }),
    ),
  );
  const ids = submitted.map(({ body }) => String(body.task_id));
  for (const victim of [1, 2]) {
    await expect.poll(() => accepted.size).toBeGreaterThan(10 * victim);
    await team[victim]?.end("SIGKILL");
  }
  const results = [];
  for (const id of ids) results.push(readV2Status(await call(0).settle(`/api/v2/status/${id}`)));
  const states = results.map(({ contents, error }) => (contents.status === 2 ? "completed" : JSON.stringify(error)));
  expect(states.filter((state) => state !== "completed" && !state.includes("may have been billed"))).toEqual([]);
  expect([...accepted.values()].filter((count) => count > 1)).toEqual([]);
  const costs = results.reduce((sum, { contents }) => sum + contents.cost.amount, 0);
  const last = readV2Status(await call(0).get(`/api/v2/status/${ids[0]}`));
  expect(1000 - last.balance.balance).toBeCloseTo(costs);
});
