/** Several services on one PostgreSQL database. */
import { mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { PgBoss } from "pg-boss";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { storageMilliseconds } from "../../../src/contract/limits.ts";
import { readConfiguration } from "../../../src/providers/readConfiguration.ts";
import { defaultWorkers, type Workers } from "../../../src/service/queue/taskQueue.ts";
import type { ServiceOptions } from "../../../src/service/serviceOptions.ts";
import { type RunningService, startService } from "../../../src/service/startService.ts";
import { createAccount } from "../../../src/service/store/postgres/keyTable.ts";
import { openPostgres } from "../../../src/service/store/postgres/openPostgres.ts";
import { postgresStore } from "../../../src/service/store/postgres/openPostgresStore.ts";
import { runChaos } from "../../cluster/runChaos.ts";
import { type Answer, chunk, finishChunk, openEngine, sendEvents, sendJson } from "../../providers/engineServer.ts";
import { type PostgresServer, startPostgres } from "../postgresServer.ts";
import { startServiceProcess } from "../serviceProcess.ts";
import { callService, readMediaFile, type TestService } from "../testService.ts";

const nothing: Workers = { text: 0, image: 0, audio: 0, video: 0 };
const png = Buffer.from("89504e470d0a1a0a0000", "hex").toString("base64");

/** Milliseconds: a task that was handed out but not started is handed out again after half a minute. */
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

async function query(database: string, sql: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: database });
  await client.connect();
  return client
    .query(sql)
    .then(({ rows }) => rows)
    .finally(() => client.end());
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

test("each service answers requests about the tasks of the others, and deletes them", async () => {
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

/** A provider that accepts everything and never answers. */
async function openSilentEngine() {
  const left = new Map<string, boolean>();
  const wait: Answer = ({ path }, response) => {
    left.set(path, false);
    response.once("close", () => left.set(path, true));
  };
  const engine = await openEngine({
    "GET /v1/models": sendJson({ data: [] }),
    "POST /v1/images/generations": wait,
    "POST /v1/chat/completions": wait,
  });
  onTestFinished(() => engine.close());
  const models = { painter: { kinds: ["image"] }, writer: { kinds: ["text"] } };
  const provider = { type: "openai-compatible", baseURL: `${engine.url}/v1`, models };
  const configuration = readConfiguration(JSON.stringify({ providers: { local: provider } }));
  return { configuration, hasLeft: (path: string) => left.get(path) };
}

test("deleting a task at one service cancels the provider's work for another", async () => {
  const { configuration, hasLeft } = await openSilentEngine();
  const [front, back] = await startTeam({ configuration }, [nothing, defaultWorkers]);
  if (!front || !back) throw new Error("Two services were started.");
  const image = await front.post("/api/v1/images", { model: "local/painter", prompt: "x" });
  await expect.poll(() => hasLeft("/v1/images/generations")).toBe(false);
  const deletedAt = performance.now();
  expect((await front.delete(`/api/v1/responses/${image.body.id}`)).status).toBe(200);
  await expect.poll(() => hasLeft("/v1/images/generations"), { interval: 10 }).toBe(true);
  expect(performance.now() - deletedAt).toBeLessThan(5000);
});

test("deleting a streamed answer at another service ends its stream", async () => {
  const { configuration, hasLeft } = await openSilentEngine();
  const [first, second] = await startTeam({ configuration }, [defaultWorkers, defaultWorkers]);
  if (!first || !second) throw new Error("Two services were started.");
  const body = JSON.stringify({ model: "local/writer", input: "x", stream: true });
  const stream = await fetch(`${first.url}/api/v1/responses`, { method: "POST", headers: first.headers, body });
  await expect.poll(() => hasLeft("/v1/chat/completions")).toBe(false);
  expect((await second.delete(`/api/v1/responses/${stream.headers.get("x-task-id")}`)).status).toBe(200);
  expect(await stream.text()).toContain("The generation task was not found.");
  await expect.poll(() => hasLeft("/v1/chat/completions")).toBe(true);
});

test("a deletion while a service was disconnected is noticed when it reconnects", async () => {
  const { configuration, hasLeft } = await openSilentEngine();
  const database = await postgres.createDatabase();
  const [front, back] = [await joinTeam(database, nothing, { configuration }), await joinTeam(database, defaultWorkers, { configuration })];
  const image = await front.post("/api/v1/images", { model: "local/painter", prompt: "x" });
  await expect.poll(() => hasLeft("/v1/images/generations")).toBe(false);
  await query(database, "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE query = 'LISTEN generation_service_deletions'");
  expect((await front.delete(`/api/v1/responses/${image.body.id}`)).status).toBe(200);
  await expect.poll(() => hasLeft("/v1/images/generations")).toBe(true);
  expect((await back.get(`/api/v1/images/${image.body.id}`)).status).toBe(404);
});

test("a client whose task another service has taken over gets that service's result", async () => {
  const released = Promise.withResolvers<void>();
  const engine = await openEngine({
    "GET /v1/models": sendJson({ data: [{ id: "writer" }] }),
    "POST /v1/chat/completions": async (request, response) => {
      await released.promise;
      await sendEvents([chunk({ content: "Hello" }), finishChunk("stop")])(request, response);
    },
  });
  onTestFinished(() => engine.close());
  const database = await postgres.createDatabase();
  const configuration = readConfiguration(
    JSON.stringify({ providers: { local: { type: "openai-compatible", baseURL: `${engine.url}/v1` } } }),
  );
  const service = await joinTeam(database, defaultWorkers, { configuration });
  const answer = service.post("/api/v1/responses", { model: "local/writer", input: "Hello" });
  await expect.poll(() => engine.countOf("/v1/chat/completions")).toBe(1);
  // This is what a service does that finds another one's lock gone.
  await query(database, "UPDATE generation_service.tasks SET owner = 123456789");
  released.resolve();
  await query(
    database,
    `UPDATE generation_service.tasks SET status = 'failed', finished_at = ${Date.now()}, request = NULL, error_code = 'api_error', error_message = 'Ended elsewhere.'`,
  );
  expect(await answer).toMatchObject({ status: 500, body: { error: { message: "Ended elsewhere." } } });
});

test("a text of a killed service is in progress, and then failed with the reason, for every other service", async () => {
  const engine = await openEngine({
    "GET /v1/models": sendJson({ data: [] }),
    "POST /v1/chat/completions": (_, response) => {
      response.writeHead(200, { "content-type": "text/event-stream" }).write(`data: ${JSON.stringify(chunk({ content: "A heron" }))}\n\n`);
    },
  });
  onTestFinished(() => engine.close());
  const models = { writer: { kinds: ["text" as const], price: { input: 1, output: 1 } } };
  const configuration = { providers: { local: { type: "openai-compatible" as const, baseURL: `${engine.url}/v1`, models } } };
  const file = join(await makeFolder(), "providers.json");
  await writeFile(file, JSON.stringify(configuration));
  const database = await postgres.createDatabase();
  const victim = await startServiceProcess("--database", database, "--config", file, "--key", "key");
  const other = await joinTeam(database, defaultWorkers, { configuration });
  const body = JSON.stringify({ model: "local/writer", input: "x", stream: true });
  const stream = await fetch(`${victim.url}/api/v1/responses`, { method: "POST", headers: other.headers, body });
  const path = `/api/v1/responses/${stream.headers.get("x-task-id")}`;
  const reader = stream.body?.pipeThrough(new TextDecoderStream()).getReader();
  for (let text = ""; !text.includes("A heron"); ) text += (await reader?.read())?.value ?? "";
  expect((await other.get(path)).body).toMatchObject({ status: "in_progress" });
  await victim.end("SIGKILL");
  await expect
    .poll(() => other.get(path))
    .toMatchObject({ status: 500, body: { error: { message: expect.stringContaining("not sent again") } } });
  expect(engine.countOf("/v1/chat/completions")).toBe(1);
  // The provider has read the request: its one token is charged.
  expect(await query(database, "SELECT balance::float8 AS balance FROM generation_service.accounts")).toEqual([{ balance: 1000e6 - 1 }]);
});

test("results older than 30 days are removed by one of the services, with their files", async () => {
  let now = Date.now();
  const files = await makeFolder();
  const image = Buffer.concat([Buffer.from(png, "base64"), Buffer.alloc(2 * 1024 ** 2)]);
  const engine = await openEngine({
    "GET /v1/models": sendJson({ data: [] }),
    "POST /v1/images/generations": sendJson({ data: [{ b64_json: image.toString("base64") }] }),
  });
  onTestFinished(() => engine.close());
  const provider = { type: "openai-compatible", baseURL: `${engine.url}/v1`, models: { painter: { kinds: ["image"] } } };
  const configuration = readConfiguration(JSON.stringify({ providers: { local: provider } }));
  const database = await postgres.createDatabase();
  const options: ServiceOptions = { configuration, files, clock: { now: () => now } };
  const [first] = [await joinTeam(database, defaultWorkers, options), await joinTeam(database, nothing, options)];
  const stored = async () => ({
    tasks: Number((await query(database, "SELECT count(*) FROM generation_service.tasks"))[0]?.count),
    files: (await readdir(files, { recursive: true, withFileTypes: true })).filter((entry) => entry.isFile()).length,
  });
  expect((await first.make("images", { model: "local/painter", prompt: "x" })).body.status).toBe("completed");
  expect(await stored()).toEqual({ tasks: 1, files: 1 });
  now += storageMilliseconds;
  const client = new PgBoss({ connectionString: database, schema: "generation_service_queue", supervise: false, schedule: false });
  await client.start();
  onTestFinished(() => client.stop());
  // After such a jump of the clock, nothing is removed until the new time has lasted a day.
  const sweepHours = async (hours: number) => {
    now += hours * 60 * 60 * 1000;
    await client.send("hourly");
    return stored();
  };
  expect(await sweepHours(0)).toEqual({ tasks: 1, files: 1 });
  await expect.poll(() => sweepHours(13), { interval: 1000 }).toEqual({ tasks: 0, files: 0 });
});

test("an account's models limit also the ones that draw for a text and that replace a model", async () => {
  const asksForImage = chunk({
    tool_calls: [{ index: 0, id: "call_1", type: "function", function: { name: "generate_image", arguments: '{"prompt":"A heron"}' } }],
  });
  const refuse = sendJson({ error: { message: "Not now." } }, 429, { "retry-after": "3600" });
  const draw = sendEvents([asksForImage, finishChunk("stop")]);
  const engine = await openEngine({
    "POST /local/chat/completions": (...exchange) => (exchange[0].json.model === "full" ? refuse : draw)(...exchange),
    "POST /other/chat/completions": sendEvents([chunk({ content: "Here" }), finishChunk("stop")]),
    "POST /other/images/generations": sendJson({ data: [{ b64_json: png }] }),
  });
  onTestFinished(() => engine.close());
  const provider = (path: string, models: object) => ({ type: "openai-compatible", baseURL: `${engine.url}/${path}`, models });
  const configuration = readConfiguration(
    JSON.stringify({
      providers: {
        local: provider("local", { writer: { kinds: ["text"] }, full: { kinds: ["text"], fallback: ["other/writer"] } }),
        other: provider("other", { writer: { kinds: ["text"] }, painter: { kinds: ["image"], price: { image: 5 } } }),
      },
    }),
  );
  const database = await postgres.createDatabase();
  const service = await joinTeam(database, defaultWorkers, { configuration });
  const opened = await openPostgres(database, undefined);
  onTestFinished(() => opened.close());
  const key = await createAccount(opened, { name: "ada", balance: 100, rate: undefined, models: ["local/*"] });
  const limited = callService(service.url, key, async () => undefined);
  await limited.post("/api/v1/responses", { model: "local/writer", input: "Draw a heron", tools: [{ type: "image_generation" }] });
  expect(await limited.post("/api/v1/responses", { model: "local/full", input: "Hello" })).toMatchObject({ status: 429 });
  await limited.makeV2({ type: "out_text", ai: { model: "local/full" }, content: [{ type: "input_text", text: "Hello" }] });
  expect(engine.requests.map(({ path }) => path).filter((path) => path.startsWith("/other/") && path !== "/other/models")).toEqual([]);
  expect(await service.post("/api/v1/responses", { model: "local/full", input: "Hello" })).toMatchObject({ status: 200 });
});

test("a tool that draws at the provider is only sent for an account that may use one of its image models", async () => {
  const engine = await openEngine({ "POST /v1/responses": sendJson({ error: { message: "Not now." } }, 400) });
  onTestFinished(() => engine.close());
  const models = { writer: { kinds: ["text"] }, painter: { kinds: ["image"] } };
  const configuration = readConfiguration(
    JSON.stringify({ providers: { openai: { type: "openai", baseURL: `${engine.url}/v1`, apiKey: "x", models } } }),
  );
  const database = await postgres.createDatabase();
  const service = await joinTeam(database, defaultWorkers, { configuration });
  const opened = await openPostgres(database, undefined);
  onTestFinished(() => opened.close());
  const toolsSentFor = async (name: string, allowed: string[] | undefined) => {
    const key = await createAccount(opened, { name, balance: 100, rate: undefined, models: allowed });
    const account = callService(service.url, key, async () => undefined);
    const before = engine.requests.length;
    await account.post("/api/v1/responses", { model: "openai/writer", input: "Draw a heron", tools: [{ type: "image_generation" }] });
    const sent = engine.requests.slice(before).filter(({ path }) => path === "/v1/responses");
    return sent.map(({ json }) => (Array.isArray(json.tools) ? json.tools.map((tool: { type: string }) => tool.type) : []));
  };
  expect(await toolsSentFor("all", undefined)).toEqual([["image_generation"]]);
  expect(await toolsSentFor("both", ["openai/*"])).toEqual([["image_generation"]]);
  expect(await toolsSentFor("texts", ["openai/writer"])).toEqual([[]]);
});

test("simultaneous requests to three services reserve no more than the balance, and all of it is settled", {
  timeout: patience,
}, async () => {
  const gate = Promise.withResolvers<void>();
  const engine = await openEngine({
    async "POST /v1/images/generations"(...exchange) {
      await gate.promise;
      await sendJson({ data: [{ b64_json: png }] })(...exchange);
    },
  });
  onTestFinished(() => engine.close());
  const models = { painter: { kinds: ["image"], price: { image: 5 } } };
  const configuration = readConfiguration(
    JSON.stringify({ providers: { local: { type: "openai-compatible", baseURL: `${engine.url}/v1`, models } } }),
  );
  const team = await startTeam({ configuration, balance: 90 });
  const request = { model: "local/painter", prompt: "A heron" };
  const answers = await Promise.all(
    Array.from({ length: 150 }, async (_, index) => team[index % team.length]?.post("/api/v1/images", request)),
  );
  const accepted = answers.flatMap((answer) => (answer?.status === 202 ? [answer.body.id] : []));
  expect(answers.map((answer) => answer?.status).filter((status) => status !== 202 && status !== 402)).toEqual([]);
  expect(accepted).toHaveLength(18);
  gate.resolve();
  for (const id of accepted) expect((await team[0]?.settle(`/api/v1/images/${id}`))?.body.status).toBe("completed");
  expect(engine.countOf("/v1/images/generations")).toBe(18);
  expect(await team[1]?.post("/api/v1/images", request)).toMatchObject({ status: 402 });
});

test("a service without workers leaves its tasks to the others", async () => {
  const [front, back] = await startTeam({}, [nothing, defaultWorkers]);
  if (!front || !back) throw new Error("Two services were started.");
  expect((await front.make("images", { model: "demo-image", prompt: "x", size: "512" })).body.status).toBe("completed");
  await back.close();
  const waiting = await front.post("/api/v1/images", { model: "demo-image", prompt: "x", size: "512" });
  expect((await front.get(`/api/v1/images/${waiting.body.id}`)).body.status).toBe("pending");
});

test("1,000 simultaneous requests do not exceed a limit of 100 for all services", { timeout: patience }, async () => {
  // All within one minute of the limit, however long they take.
  const now = Date.now();
  const team = await startTeam({ rate: 100, clock: { now: () => now } });
  const answers = await Promise.all(
    Array.from({ length: 1000 }, (_, index) => team[index % team.length]?.get("/api/v1/models").then(({ status }) => status)),
  );
  expect(answers.filter((status) => status === 200)).toHaveLength(100);
  expect(answers.filter((status) => status === 429)).toHaveLength(900);
});

test(
  "killed services, and a database that is ended without warning, lose no task, send none twice and charge once",
  {
    timeout: 2 * patience,
  },
  () => runChaos(postgres, { tasks: 160, streams: 16, seconds: 8 }),
);
