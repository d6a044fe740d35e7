/** The operator's view of a service: its health, its metrics and its log. */
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import * as z from "zod/mini";
import type { Configuration } from "../../../src/contract/configuration.ts";
import { createObserver } from "../../../src/service/operations/createObserver.ts";
import type { Workers } from "../../../src/service/queue/taskQueue.ts";
import type { ServiceOptions } from "../../../src/service/serviceOptions.ts";
import { startService } from "../../../src/service/startService.ts";
import { postgresStore } from "../../../src/service/store/postgres/openPostgresStore.ts";
import { type Answer, chunk, type Engine, finishChunk, openEngine, sendEvents, sendJson } from "../../providers/engineServer.ts";
import { type PostgresServer, startPostgres } from "../postgresServer.ts";
import { readMetrics, type Sample, sumOf } from "../readMetrics.ts";
import { startServiceProcess } from "../serviceProcess.ts";
import { callService, type TestService } from "../testService.ts";

let postgres: PostgresServer;
beforeAll(async () => {
  postgres = await startPostgres();
}, 300_000);
afterAll(() => postgres?.close());

const nothing: Workers = { text: 0, image: 0, audio: 0, video: 0 };
const png = Buffer.from("89504e470d0a1a0a0000", "hex").toString("base64");
const models = sendJson({ data: [{ id: "painter" }, { id: "writer" }] });
const answerText = sendEvents([chunk({ content: "Hello" }), chunk({ content: " you" }), finishChunk("stop")]);
const paint = sendJson({ data: [{ b64_json: png }] });

async function openLocalEngine(routes: Readonly<Record<string, Answer>> = {}): Promise<{ engine: Engine; configuration: Configuration }> {
  const usual = { "GET /v1/models": models, "POST /v1/images/generations": paint, "POST /v1/chat/completions": answerText };
  const engine = await openEngine({ ...usual, ...routes });
  onTestFinished(() => engine.close());
  return { engine, configuration: configurationFor(engine.url) };
}

const configurationFor = (url: string): Configuration => ({
  providers: { local: { type: "openai-compatible", baseURL: `${url}/v1`, models: { painter: { kinds: ["image"], price: { image: 2 } } } } },
});

/** With an observer like that of the command line. */
async function startObserved(options: ServiceOptions = {}, team?: { database: string; workers: Workers }) {
  const lines: Record<string, unknown>[] = [];
  const { observer, log } = await createObserver({ format: "json", write: (line) => lines.push(JSON.parse(line)), environment: {} });
  const given = { tokensPerSecond: 0, keys: ["key"], observer, log, ...options };
  const running = await startService(given, team && postgresStore(team.database, team.workers));
  let closed: Promise<void> | undefined;
  const close = () => {
    closed ??= running.close();
    return closed;
  };
  onTestFinished(close);
  return { ...callService(running.url, "key", close), running, lines };
}

async function metricsOf({ url }: { url: string }): Promise<Sample[]> {
  const answer = await fetch(`${url}/metrics`);
  expect(answer.headers.get("content-type")).toContain("text/plain; version=0.0.4");
  return readMetrics(await answer.text());
}

const readiness = (service: TestService) => async () => {
  const { status, body } = await service.get("/readyz");
  return [status, body.missing];
};

test("health needs no key and does not count as a request of an account", async () => {
  const service = await startObserved({ rate: 1 });
  for (const path of ["/healthz", "/readyz", "/metrics"]) expect((await fetch(`${service.url}${path}`)).status).toBe(200);
  for (const path of ["/healthz", "/readyz"]) expect((await service.get(path)).status).toBe(200);
  expect((await service.get("/api/v1/models")).status).toBe(200);
  expect((await service.get("/api/v1/models")).status).toBe(429);
});

test("a service is not ready until a provider responds", async () => {
  const { engine, configuration } = await openLocalEngine();
  const { url } = engine;
  engine.close();
  const providers = { local: { type: "openai-compatible" as const, baseURL: `${url}/v1` } };
  const service = await startObserved({ configuration: { ...configuration, providers } });
  expect((await service.get("/healthz")).status).toBe(200);
  expect(await service.get("/readyz")).toMatchObject({ status: 503, body: { status: "unavailable", missing: ["provider"] } });
  const again = await openEngine({ "GET /v1/models": models }, Number(new URL(url).port));
  onTestFinished(() => again.close());
  await expect.poll(readiness(service)).toEqual([200, undefined]);
});

test("a service with an unreachable database, or one of another version, is not ready and reveals no more", async () => {
  const server = await startPostgres();
  onTestFinished(() => server.close());
  const database = await server.createDatabase();
  const service = await startObserved({}, { database, workers: nothing });
  await expect.poll(readiness(service)).toEqual([200, undefined]);
  const change = async (sql: string) => {
    const client = new pg.Client({ connectionString: database });
    await client.connect();
    await client.query(sql).finally(() => client.end());
  };
  await change("UPDATE generation_service.version SET number = number + 1");
  await expect.poll(readiness(service)).toEqual([503, ["migrations"]]);
  await change("UPDATE generation_service.version SET number = number - 1");
  await expect.poll(readiness(service)).toEqual([200, undefined]);
  await server.close();
  await expect.poll(readiness(service)).toEqual([503, ["database"]]);
  expect((await service.get("/readyz")).body).toEqual({ status: "unavailable", missing: ["database"] });
  expect((await service.get("/healthz")).status).toBe(200);
  // The queue cannot reach the database either.
  expect((await metricsOf(service)).some(({ name }) => name === "generation_queue_tasks")).toBe(false);
});

test("requests, words, tokens and costs are counted, with only route patterns and known models as labels", async () => {
  const { configuration } = await openLocalEngine();
  const service = await startObserved({ configuration });
  await service.get("/api/v1/models");
  await service.post("/api/v1/responses", { model: "local/writer", input: "an unmistakable marmalade" });
  const made = await service.make("images", { model: "local/painter", prompt: "marmalade" });
  expect(made.body).toMatchObject({ status: "completed" });
  await service.get("/api/v1/marmalade");
  await service.post("/api/v1/responses", { model: "local/marmalade", input: "x" });
  await fetch(`${service.url}/api/v1/models`, { method: "PROPFIND", headers: service.headers });
  const counted = await expect
    .poll(async () => sumOf(await metricsOf(service), "generation_requests_total", { method: "other" }))
    .toBe(1)
    .then(() => metricsOf(service));
  const requests = (labels: Record<string, string>) => sumOf(counted, "generation_requests_total", labels);
  expect(requests({ method: "POST", route: "/api/v1/responses", status: "200" })).toBe(1);
  expect(requests({ method: "POST", route: "/api/v1/responses", status: "404" })).toBe(1);
  expect(requests({ method: "POST", route: "/api/v1/images", status: "202" })).toBe(1);
  expect(requests({ route: "/api/v1/images/:id", status: "200" })).toBeGreaterThan(0);
  expect(requests({ route: "other", status: "404", method: "GET" })).toBe(1);
  const durations = (labels: Record<string, string>) => sumOf(counted, "generation_request_duration_seconds_count", labels);
  expect(durations({ method: "POST", route: "/api/v1/images" })).toBe(1);
  expect(sumOf(counted, "generation_time_to_first_token_seconds_count", { model: "local/writer" })).toBe(1);
  expect(sumOf(counted, "generation_tokens_total", { kind: "text", model: "local/writer", direction: "output" })).toBeGreaterThan(0);
  expect(sumOf(counted, "generation_tokens_total", { kind: "image", direction: "input" })).toBeGreaterThan(0);
  expect(sumOf(counted, "generation_cost_total", { kind: "image" })).toBe(2);
  expect(sumOf(counted, "generation_cost_total", { kind: "text" })).toBe(0);
  expect(sumOf(counted, "generation_tasks_total", { kind: "image", status: "completed" })).toBe(1);
  const labels = counted.flatMap((sample) => Object.values(sample.labels)).join(" ");
  expect(labels).not.toMatch(/marmalade|key|img_|resp_|PROPFIND/);
});

test("a model that no provider has listed gets no label of its own", async () => {
  const { configuration } = await openLocalEngine({ "GET /v1/models": sendJson({}, 500) });
  const service = await startObserved({ configuration });
  expect((await service.post("/api/v1/responses", { model: "local/marmalade", input: "x" })).status).toBe(200);
  const counted = await metricsOf(service);
  expect(sumOf(counted, "generation_tasks_total", { model: "other" })).toBe(1);
  expect(JSON.stringify(counted)).not.toContain("marmalade");
});

test("errors of providers are counted by provider and kind", async () => {
  const { configuration } = await openLocalEngine({ "POST /v1/images/generations": sendJson({ error: { message: "no" } }, 401) });
  const service = await startObserved({ configuration });
  expect((await service.make("images", { model: "local/painter", prompt: "x" })).body).toMatchObject({ status: "failed" });
  const counted = await metricsOf(service);
  expect(counted.filter(({ name }) => name === "generation_provider_errors_total")).toEqual([
    { name: "generation_provider_errors_total", labels: { provider: "local", error: "keyRefused" }, value: 1 },
  ]);
});

test("length and age of the queue are those of the database, for every service", async () => {
  const database = await postgres.createDatabase();
  const first = await startObserved({}, { database, workers: nothing });
  const second = await startObserved({}, { database, workers: nothing });
  for (const prompt of ["one", "two"]) await first.post("/api/v1/images", { model: "demo-image", prompt });
  for (const service of [first, second]) {
    const counted = await metricsOf(service);
    expect(sumOf(counted, "generation_queue_tasks", { kind: "image" })).toBe(2);
    expect(sumOf(counted, "generation_queue_tasks", { kind: "video" })).toBe(0);
    expect(sumOf(counted, "generation_queue_oldest_age_seconds", { kind: "image" })).toBeGreaterThan(0);
  }
  await startObserved({}, { database, workers: { ...nothing, image: 2 } });
  await expect.poll(async () => sumOf(await metricsOf(second), "generation_queue_tasks")).toBe(0);
});

test("without a queue, waiting tasks of this service are counted", async () => {
  const service = await startObserved({ delay: 3_600_000 });
  await service.post("/api/v1/audios", { model: "flite", input: "x", voice: "slt", format: "wav" });
  const counted = await metricsOf(service);
  expect(sumOf(counted, "generation_queue_tasks", { kind: "audio" })).toBe(1);
  expect(sumOf(counted, "generation_queue_tasks")).toBe(1);
});

test("metrics are only for this machine, and not for clients behind a proxy on it", async () => {
  const service = await startObserved();
  const status = async (headers: Record<string, string>) => (await fetch(`${service.url}/metrics`, { headers })).status;
  expect(await status({})).toBe(200);
  expect(await status({ "x-forwarded-for": "127.0.0.1" })).toBe(403);
});

const lineSchema = z.looseObject({ time: z.iso.datetime(), level: z.string(), message: z.string() });
const readLines = (text: string) =>
  text
    .split("\n")
    .slice(0, -1)
    .map((line) => lineSchema.parse(JSON.parse(line)));

test("a request is one line of JSON, with its account and model, and without a prompt, a key or a file's link", async () => {
  const { configuration } = await openLocalEngine();
  const config = join(await makeFolder(), "providers.json");
  await writeFile(config, JSON.stringify(configuration));
  const service = await startServiceProcess("--key", "secret-key", "--config", config);
  const caller = callService(service.url, "secret-key", async () => undefined);
  await caller.post("/api/v1/responses?key=secret-key", { model: "local/writer", input: "an unmistakable marmalade" });
  const { body } = await caller.makeV2({
    type: "out_image",
    ai: { model: "local/painter" },
    content: [{ type: "input_text", text: "marmalade" }],
  });
  const link = z.object({ files: z.array(z.object({ data: z.string() })) }).parse(body.contents).files[0]?.data ?? "";
  await (await fetch(link)).arrayBuffer();
  await expect.poll(() => readLines(service.log()).map(({ route }) => route)).toContain("/files/:token/:name");
  const lines = readLines(service.log());
  expect(lines.find(({ route }) => route === "/api/v1/responses")).toEqual({
    time: expect.any(String),
    level: "info",
    message: "request",
    request_id: expect.stringMatching(/^[\w-]{36}$/),
    method: "POST",
    route: "/api/v1/responses",
    path: "/api/v1/responses",
    status: 200,
    ms: expect.any(Number),
    account: "account-1",
    model: "local/writer",
    task: expect.stringMatching(/^resp_/),
    bytes: expect.any(Number),
    cut: false,
  });
  expect(lines.find(({ route }) => route === "/files/:token/:name")).toMatchObject({ path: "/files/…/local-image.png", status: 200 });
  expect(service.log()).not.toMatch(/marmalade|secret-key/);
  expect(service.log()).not.toContain(link.split("/files/")[1]?.split("/")[0]);
});

test("a request of the status page is logged with the account whose key signed in, and without its session", async () => {
  const service = await startServiceProcess("--key", "secret-key");
  const form = new URLSearchParams({ key: "secret-key" });
  const signedIn = await fetch(`${service.url}/sign-in`, {
    method: "POST",
    headers: { origin: service.url },
    body: form,
    redirect: "manual",
  });
  const page = new URL(signedIn.headers.get("location") ?? "", service.url);
  expect((await fetch(page)).status).toBe(200);
  const lines = () => readLines(service.log());
  await expect.poll(lines).toContainEqual(expect.objectContaining({ method: "GET", route: "/", account: "account-1" }));
  expect(service.log()).not.toContain("secret-key");
  expect(page.searchParams.get("session")).toMatch(/.{40}/);
  expect(service.log()).not.toContain(page.searchParams.get("session"));
});

test("an answer whose client disconnected is logged as cut", async () => {
  const service = await startObserved({ faults: true });
  const leaving = new AbortController();
  const body = JSON.stringify({ model: "fault-slow", input: "3600 seconds", stream: true });
  const answer = await fetch(`${service.url}/api/v1/responses`, { method: "POST", headers: service.headers, body, signal: leaving.signal });
  expect(answer.status).toBe(200);
  leaving.abort();
  await expect.poll(() => service.lines).toContainEqual(expect.objectContaining({ route: "/api/v1/responses", cut: true }));
});

test("a valid x-request-id of the client is used, and sent to the provider", async () => {
  const { engine, configuration } = await openLocalEngine();
  const service = await startObserved({ configuration });
  const ask = (headers: Record<string, string>) => service.post("/api/v1/responses", { model: "local/writer", input: "x" }, headers);
  const sent = () => engine.requests.filter(({ path }) => path === "/v1/chat/completions").map(({ headers }) => headers["x-request-id"]);
  const own = await ask({ "x-request-id": "proxy-1.a:b_c" });
  expect(own.headers.get("x-request-id")).toBe("proxy-1.a:b_c");
  expect(sent()).toEqual(["proxy-1.a:b_c"]);
  for (const invalid of ["x".repeat(129), "two words", "ä"]) {
    const id = (await ask({ "x-request-id": invalid })).headers.get("x-request-id");
    expect(id).toMatch(/^[0-9a-f-]{36}$/);
    expect(sent().at(-1)).toBe(id);
  }
  const image = await service.post("/api/v1/images", { model: "local/painter", prompt: "x" });
  await service.settle(`/api/v1/images/${image.body.id}`);
  expect(engine.requests.find(({ path }) => path === "/v1/images/generations")?.headers["x-request-id"]).toBe(
    image.headers.get("x-request-id"),
  );
});

test("a task from the queue has its own id at the provider and in the log", async () => {
  const { engine, configuration } = await openLocalEngine();
  const database = await postgres.createDatabase();
  const front = await startObserved({ configuration }, { database, workers: nothing });
  const painter = await startObserved({ configuration }, { database, workers: { ...nothing, image: 1 } });
  const { body } = await front.make("images", { model: "local/painter", prompt: "x" });
  const task = { message: "task", request_id: body.id, task: body.id, kind: "image", model: "local/painter", status: "completed" };
  await expect.poll(() => painter.lines).toContainEqual(expect.objectContaining(task));
  expect(engine.requests.find(({ path }) => path === "/v1/images/generations")?.headers["x-request-id"]).toBe(body.id);
  const request = { message: "request", route: "/api/v1/images", task: body.id, account: "account-1" };
  await expect.poll(() => front.lines).toContainEqual(expect.objectContaining(request));
});

async function makeFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "generation-studio-operations-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }));
  return folder;
}
