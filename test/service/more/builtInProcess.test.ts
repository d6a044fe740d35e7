/** The built-in service in a process of its own, as the extension runs it. */
import { ChildProcess, spawn } from "node:child_process";
import { channel } from "node:diagnostics_channel";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { createInterface } from "node:readline";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import * as z from "zod/mini";
import { buildInto } from "../../../scripts/stageExtension.ts";
import type { ProviderSetup } from "../../../src/contract/processMessages.ts";
import { BuiltInService } from "../../../src/editor/service/builtInService.ts";
import { audioFormats } from "../../../src/media/sounds/audioFormats.ts";
import { chunk, type Engine, finishChunk, sendJson, startEngine } from "../../providers/engine.ts";
import { callService, type TestService } from "../testService.ts";

/** The bundle of a build for production. */
let script: string;
beforeAll(async () => {
  const folder = await mkdtemp(join(tmpdir(), "generation-studio-service-"));
  script = join(folder, "service.js");
  await buildInto(folder, true);
}, 240_000);
afterAll(() => rm(dirname(script), { recursive: true, force: true, maxRetries: 5 }));

const window = fileURLToPath(new URL("../serviceWindow.ts", import.meta.url));

interface Started {
  service: BuiltInService;
  /** The processes that were started since. */
  processes: ChildProcess[];
  /** What the window logs. */
  lines: string[];
}

/** `tuning` may also contain what only tests set. */
function start(data: string, tuning: object = {}, setup: Partial<ProviderSetup> = {}, program = script): Started {
  const processes: ChildProcess[] = [];
  const lines: string[] = [];
  const log = (line: string) => void lines.push(line);
  const service = new BuiltInService({
    script: program,
    data,
    tuning: () => ({ tokensPerSecond: 0, ...tuning }),
    setup: async () => ({ providerKeys: {}, network: {}, ...setup }),
    onStopped: () => undefined,
    onProvidersChange: () => undefined,
    log: { info: log, warn: log },
  });
  const note = (message: unknown) => processes.push(spawnedSchema.parse(message).process);
  channel("child_process").subscribe(note);
  onTestFinished(async () => {
    channel("child_process").unsubscribe(note);
    await service.stop();
  });
  return { service, processes, lines };
}
const spawnedSchema = z.object({ process: z.instanceof(ChildProcess) });

async function clientOf({ service }: Started): Promise<TestService> {
  const { url, key } = await service.address();
  return callService(url, key, async () => undefined);
}

async function makeFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "generation-studio-service-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }));
  return folder;
}

/** Resolves when nobody answers at the address any more. */
const hasEnded = (url: string) =>
  expect
    .poll(() =>
      fetch(url).then(
        () => "answers",
        () => "ended",
      ),
    )
    .toBe("ended");

interface SlowEngine {
  engine: Engine;
  setup: Partial<ProviderSetup>;
  /** Sends the rest of the answer. */
  release(): void;
  /** Resolves when the service has closed the connection of an answer. */
  closed: Promise<void>;
}

/** Sends "begun" and, when it is released, " and ended". */
async function startSlowEngine(): Promise<SlowEngine> {
  const released = Promise.withResolvers<void>();
  const closed = Promise.withResolvers<void>();
  const engine = await startEngine({
    "GET /v1/models": sendJson({ data: [{ id: "slow" }] }),
    "POST /v1/chat/completions": async (_, response) => {
      response.once("close", closed.resolve);
      response.writeHead(200, { "content-type": "text/event-stream" });
      response.write(`data: ${JSON.stringify(chunk({ content: "begun" }))}\n\n`);
      await released.promise;
      for (const event of [chunk({ content: " and ended" }), finishChunk("stop")]) response.write(`data: ${JSON.stringify(event)}\n\n`);
      response.end("data: [DONE]\n\n");
    },
  });
  const configuration = { providers: { local: { type: "openai-compatible" as const, baseURL: `${engine.url}/v1` } } };
  return { engine, setup: { configuration }, release: released.resolve, closed: closed.promise };
}

/** Begins an answer in a stream and reads until its text begins. */
async function beginAnswer(url: string, key: string): Promise<{ path: string; leave: () => void }> {
  const leaving = new AbortController();
  const answer = await fetch(`${url}/api/v1/responses`, {
    method: "POST",
    headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
    body: JSON.stringify({ model: "local/slow", input: "x", stream: true }),
    signal: leaving.signal,
  });
  let text = "";
  const reader = answer.body?.pipeThrough(new TextDecoderStream()).getReader();
  while (!text.includes("begun")) text += (await reader?.read())?.value ?? "";
  return { path: `/api/v1/responses/${answer.headers.get("x-task-id")}`, leave: () => leaving.abort() };
}

const expectBody = (client: TestService, path: string, body: object) =>
  expect.poll(async () => (await client.get(path)).body).toMatchObject(body);

const whole = { status: "completed", output: [{ content: [{ text: "begun and ended" }] }] };

test("it answers, and ends when it is stopped", async () => {
  const started = start(await makeFolder());
  const client = await clientOf(started);
  expect((await client.post("/api/v1/responses", { model: "demo-text", input: "x" })).status).toBe(200);
  await started.service.stop();
  await hasEnded(client.url);
});

test("it reports that it did not start, and tries again at the next use", async () => {
  const data = await makeFolder();
  const failing = [start(data, { rate: "many" }), start("/dev/null/data"), start(data, {}, {}, "/nowhere/service.js")];
  for (const { service, processes } of failing) {
    await expect(service.address()).rejects.toThrow(/^The built-in service did not start: \S/);
    const former = processes.length;
    await expect.poll(() => service.address().catch(() => processes.length)).toBeGreaterThan(former);
  }
});

test("the tasks of a killed process are continued by the next one", async () => {
  const data = await makeFolder();
  const first = start(data, { delay: 60_000 });
  const client = await clientOf(first);
  const { body } = await client.post("/api/v1/images", { model: "demo-image", prompt: "x", size: "512" });
  first.processes.at(-1)?.kill("SIGKILL");
  await hasEnded(client.url);
  const next = await clientOf(start(data));
  expect((await next.settle(`/api/v1/images/${body.id}`)).body.status).toBe("completed");
});

test("what the process reports is in the log of its window, also how it ended", async () => {
  const engine = await startEngine({
    "GET /v1/models": sendJson({ data: [{ id: "busy" }] }),
    "POST /v1/chat/completions": sendJson({ error: { message: "Too many prompts" } }, 400),
  });
  const configuration = { providers: { local: { type: "openai-compatible" as const, baseURL: `${engine.url}/v1` } } };
  const started = start(await makeFolder(), {}, { configuration });
  const client = await clientOf(started);
  expect((await client.post("/api/v1/responses", { model: "local/busy", input: "A secret prompt" })).status).toBe(400);
  await expect.poll(() => started.lines).toContain("built-in service: local refused a request: invalid_request");
  started.processes.at(-1)?.kill("SIGKILL");
  await expect(started.service.pullModel("local", "busy", () => undefined, new AbortController().signal)).rejects.toThrow(
    "The built-in service has stopped: its process ended with SIGKILL",
  );
  expect(started.lines.at(-1)).toBe("built-in service: it ended with SIGKILL");
  expect(started.lines.join()).not.toMatch(/secret prompt|Too many/);
});

/** Milliseconds. The end of a window may be noticed after that of its connections. */
test.each([0, 600])(
  "the answer that a window leaves is completed, and the next window reads it from its own service (%i)",
  async (later) => {
    const data = await makeFolder();
    const { setup, release } = await startSlowEngine();
    const first = start(data, {}, setup);
    const { url, key } = await first.service.address();
    const { path, leave } = await beginAnswer(url, key);
    // A window that leaves answers nothing more.
    first.processes.at(-1)?.removeAllListeners("message");
    leave();
    await sleep(later);
    first.service.leave();
    const next = await clientOf(start(data, {}, setup));
    expect((await next.get(path)).body).toMatchObject({ status: "in_progress" });
    release();
    await expectBody(next, path, whole);
    await hasEnded(url);
  },
);

test("the answer of a window whose process is killed is completed, too", async () => {
  const data = await makeFolder();
  const { setup, release } = await startSlowEngine();
  const killed = spawn(process.execPath, [window, JSON.stringify({ script, data, setup })], { stdio: ["ignore", "pipe", "inherit"] });
  onTestFinished(() => void killed.kill("SIGKILL"));
  const [line] = await once(createInterface(killed.stdout), "line");
  const { path, url } = z.object({ path: z.string(), url: z.string() }).parse(JSON.parse(line));
  killed.kill("SIGKILL");
  await once(killed, "exit");
  release();
  await expectBody(await clientOf(start(data, {}, setup)), path, whole);
  await hasEnded(url);
});

test("an answer that is stopped while the window is open ends with what has arrived", async () => {
  const { setup, closed } = await startSlowEngine();
  const started = start(await makeFolder(), {}, setup);
  const client = await clientOf(started);
  const { path, leave } = await beginAnswer(client.url, client.key);
  leave();
  await closed;
  await expectBody(client, path, {
    status: "incomplete",
    incomplete_details: { reason: "cancelled" },
    output: [{ content: [{ text: "begun" }] }],
  });
});

test("a service that a window leaves ends at once without work, and with work when its limit is reached", async () => {
  const idle = start(await makeFolder());
  const { url } = await idle.service.address();
  idle.service.leave();
  await hasEnded(url);

  const data = await makeFolder();
  const { setup } = await startSlowEngine();
  const busy = start(data, { completionLimit: 100 }, setup);
  const address = await busy.service.address();
  const { path, leave } = await beginAnswer(address.url, address.key);
  busy.service.leave();
  leave();
  await hasEnded(address.url);
  expect((await (await clientOf(start(data, {}, setup))).get(path)).body).toMatchObject({ output: [{ content: [{ text: "begun" }] }] });
});

test("images that a window leaves are completed, those in progress by their service and waiting ones by the next one", async () => {
  const data = await makeFolder();
  const [first, waiting] = [start(data), start(data, { delay: 3_600_000 })];
  const [client, slow] = await Promise.all([clientOf(first), clientOf(waiting)]);
  const image = { model: "demo-image", prompt: "x", size: "512" };
  const accepted = await Promise.all([client, client, slow, slow].map((one) => one.post("/api/v1/images", image)));
  first.service.leave();
  waiting.service.leave();
  const next = await clientOf(start(data));
  const read = await Promise.all(accepted.map(({ body }) => next.settle(`/api/v1/images/${body.id}`)));
  expect(read.map(({ body }) => body.status)).toEqual(accepted.map(() => "completed"));
  await Promise.all([hasEnded(client.url), hasEnded(slow.url)]);
});

test("two windows have services of their own, which read each other's results", async () => {
  const data = await makeFolder();
  const [one, other] = await Promise.all([clientOf(start(data)), clientOf(start(data))]);
  expect(one.url).not.toBe(other.url);
  const { body } = await one.make("images", { model: "demo-image", prompt: "x", size: "64x64" });
  expect((await other.get(`/api/v1/images/${body.id}`)).body).toEqual(body);
});

test("bundled for production, it generates audio in every format without node_modules", async () => {
  const client = await clientOf(start(await makeFolder()));
  for (const format of audioFormats) {
    const body = { model: "flite", input: "Good morning.", voice: "slt", format, speed: 1 };
    expect((await client.make("audios", body)).body).toMatchObject({ status: "completed", format });
  }
}, 240_000);
