/** Shutdown of a service on SIGTERM: separate processes, and an engine that answers when the test tells it to. */
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import type { ServerResponse } from "node:http";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { chunk, finishChunk, openEngine, sendJson } from "../../providers/engineServer.ts";
import { type PostgresServer, startPostgres } from "../postgresServer.ts";
import { type ServiceProcess, startServiceProcess } from "../serviceProcess.ts";
import { callService, type TestService } from "../testService.ts";

let postgres: PostgresServer;
beforeAll(async () => {
  postgres = await startPostgres();
}, 300_000);
afterAll(() => postgres?.close());

const sendImage = sendJson({ data: [{ b64_json: Buffer.from("89504e470d0a1a0a0000", "hex").toString("base64") }] });

/** An engine that begins a text immediately and ends it on `finishTexts`, and that has images and videos after `deliver`. */
async function openSlowEngine() {
  const texts: ServerResponse[] = [];
  const images: (() => void)[] = [];
  let isMade = false;
  const write = (response: ServerResponse, event: unknown) => response.write(`data: ${JSON.stringify(event)}\n\n`);
  const engine = await openEngine({
    "GET /v1/models": sendJson({ data: [{ id: "writer" }, { id: "painter" }, { id: "wan" }] }),
    "POST /v1/chat/completions": (_, response) => {
      response.writeHead(200, { "content-type": "text/event-stream" });
      write(response, chunk({ content: "Hello" }));
      texts.push(response);
    },
    "POST /v1/images/generations": (request, response) => {
      if (isMade) sendImage(request, response);
      else images.push(() => sendImage(request, response));
    },
    "POST /v1/videos": sendJson({ id: "video_1", status: "queued" }),
    "GET /v1/videos/video_1": (...exchange) => sendJson({ id: "video_1", status: isMade ? "completed" : "queued" })(...exchange),
    "GET /v1/videos/video_1/content": (_, response) => {
      response.writeHead(200, { "content-type": "video/mp4" }).end(Buffer.from("000000186674797069736f6d", "hex"));
    },
  });
  onTestFinished(() => engine.close());
  const folder = await mkdtemp(join(tmpdir(), "generation-studio-stopping-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }));
  const config = join(folder, "providers.json");
  const models = { painter: { kinds: ["image"] }, wan: { kinds: ["video"] } };
  await writeFile(config, JSON.stringify({ providers: { local: { type: "openai-compatible", baseURL: `${engine.url}/v1`, models } } }));
  return {
    engine,
    options: ["--config", config, "--key", "key"],
    begun: { texts, images },
    finishTexts() {
      for (const response of texts) {
        write(response, finishChunk("stop"));
        response.end("data: [DONE]\n\n");
      }
    },
    deliver() {
      isMade = true;
      for (const send of images) send();
    },
  };
}

async function ask(database: string, sql: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: database, options: "-c search_path=generation_service" });
  await client.connect();
  return client
    .query(sql)
    .then(({ rows }) => rows)
    .finally(() => client.end());
}

/** The number of the service that runs the task of each kind; 0: none. */
async function ownersIn(database: string): Promise<Record<string, unknown>> {
  return Object.fromEntries((await ask(database, "SELECT kind, owner FROM tasks")).map(({ kind, owner }) => [kind, owner]));
}

const call = ({ url }: ServiceProcess): TestService => callService(url, "key", async () => undefined);

/** Resolves with the beginning of an answer; `text` resolves when it ends. */
async function beginStream(service: ServiceProcess): Promise<Response> {
  const body = JSON.stringify({ model: "local/writer", input: "x", stream: true });
  return fetch(`${service.url}/api/v1/responses`, { method: "POST", headers: call(service).headers, body });
}

/** Sends SIGTERM and waits until connections are refused. Resolves with the exit code or signal. */
async function stop(service: ServiceProcess): Promise<{ exit: Promise<number | string> }> {
  const exit = service.end("SIGTERM");
  const isReachable = () =>
    fetch(`${service.url}/healthz`).then(
      () => true,
      () => false,
    );
  await expect.poll(isReachable).toBe(false);
  return { exit };
}

test("a running stream is finished, and new connections are refused", async () => {
  const { options, begun, finishTexts } = await openSlowEngine();
  const service = await startServiceProcess(...options);
  const answer = await beginStream(service);
  await expect.poll(() => begun.texts.length).toBe(1);
  const { exit } = await stop(service);
  finishTexts();
  expect(await answer.text()).toMatch(/response\.completed[\s\S]*\[DONE\]\n\n$/);
  expect(await exit).toBe(0);
});

/** A raw connection, for details that fetch does not expose. */
function openConnection(service: ServiceProcess) {
  const socket = connect(Number(new URL(service.url).port), "127.0.0.1");
  onTestFinished(() => void socket.destroy());
  let received = "";
  socket.setEncoding("utf8").on("data", (text) => {
    received += text;
  });
  return {
    ended: new Promise((resolve) => socket.once("close", resolve)),
    received: () => received,
    send(line: string, body: unknown = undefined) {
      const text = body === undefined ? "" : JSON.stringify(body);
      const headers = ["host: 127.0.0.1", "authorization: Bearer key", "content-type: application/json", `content-length: ${text.length}`];
      socket.write(`${[`${line} HTTP/1.1`, ...headers].join("\r\n")}\r\n\r\n${text}`);
    },
  };
}

test("a pending answer is finished, and its connection is closed", async () => {
  const { options, begun, finishTexts } = await openSlowEngine();
  const service = await startServiceProcess(...options);
  const connection = openConnection(service);
  connection.send("POST /api/v1/responses", { model: "local/writer", input: "x" });
  await expect.poll(() => begun.texts.length).toBe(1);
  const { exit } = await stop(service);
  finishTexts();
  await connection.ended;
  expect(connection.received()).toMatch(/^HTTP\/1\.1 200 [\s\S]*"status":"completed"/);
  expect(connection.received()).toMatch(/^connection: close\r$/im);
  expect(await exit).toBe(0);
});

test("on a kept connection, the service reports that it is not ready, and closes it", async () => {
  const { options, finishTexts } = await openSlowEngine();
  const service = await startServiceProcess(...options);
  const connection = openConnection(service);
  connection.send("POST /api/v1/responses", { model: "local/writer", input: "x", stream: true });
  await expect.poll(connection.received).toContain("response.output_text.delta");
  const { exit } = await stop(service);
  connection.send("GET /readyz");
  finishTexts();
  await connection.ended;
  expect(connection.received()).toMatch(/\[DONE\][\s\S]*HTTP\/1\.1 503 [\s\S]*\{"status":"unavailable","missing":\["stopping"\]\}$/);
  expect(await exit).toBe(0);
});

test("unfinished answers are cut after the grace period, and the exit is clean", async () => {
  const { options } = await openSlowEngine();
  const service = await startServiceProcess(...options, "--grace", "0.2");
  const answer = await beginStream(service);
  const broken = expect(answer.text()).rejects.toThrow();
  expect(await service.end("SIGTERM")).toBe(0);
  await broken;
});

test("a second signal exits immediately", async () => {
  const { options } = await openSlowEngine();
  const service = await startServiceProcess(...options, "--grace", "3600");
  const answer = await beginStream(service);
  const broken = expect(answer.text()).rejects.toThrow();
  const { exit } = await stop(service);
  service.process.kill("SIGTERM");
  expect(await exit).toBe(0);
  await broken;
});

test("without a queue, unsent tasks stay in the store, and sent ones are finished", async () => {
  const { options, begun, deliver, engine } = await openSlowEngine();
  const data = await mkdtemp(join(tmpdir(), "generation-studio-stopping-"));
  onTestFinished(() => rm(data, { recursive: true, force: true, maxRetries: 5 }));
  const hesitant = await startServiceProcess(...options, "--data", data, "--delay", "3600000");
  const waiting = await call(hesitant).post("/api/v1/images", { model: "local/painter", prompt: "x" });
  expect(await hesitant.end("SIGTERM")).toBe(0);
  const service = await startServiceProcess(...options, "--data", data);
  await expect.poll(() => begun.images.length).toBe(1);
  const { exit } = await stop(service);
  deliver();
  expect(await exit).toBe(0);
  const last = await startServiceProcess(...options, "--data", data);
  expect((await call(last).get(`/api/v1/images/${waiting.body.id}`)).body).toMatchObject({ status: "completed" });
  expect(engine.countOf("/v1/images/generations")).toBe(1);
});

test("others immediately take over polled tasks, and sent requests are finished where they were sent", async () => {
  const { options, begun, finishTexts, deliver, engine } = await openSlowEngine();
  const address = await postgres.createDatabase();
  const database = ["--database", address];
  const front = await startServiceProcess(...options, ...database, "--workers", "text=0,image=0,audio=0,video=0");
  const leaving = await startServiceProcess(...options, ...database, "--workers", "text=0,image=1,audio=0,video=1", "--grace", "3600");
  const image = await call(front).post("/api/v1/images", { model: "local/painter", prompt: "sent" });
  const video = await call(front).post("/api/v1/videos", { model: "local/wan", prompt: "followed" });
  await expect.poll(() => begun.images.length).toBe(1);
  await expect.poll(() => engine.countOf("/v1/videos/video_1")).toBeGreaterThan(0);
  const answer = await beginStream(leaving);
  const { exit } = await stop(leaving);
  // The service that shuts down is alive, so no other service could take over its tasks.
  const before = await ownersIn(address);
  await startServiceProcess(...options, ...database, "--workers", "text=0,image=1,audio=0,video=1");
  const isTakenOver = async () => {
    const { video: owner } = await ownersIn(address);
    return owner !== 0 && owner !== before.image;
  };
  await expect.poll(isTakenOver).toBe(true);
  expect((await ownersIn(address)).image).toBe(before.image);
  deliver();
  expect((await call(front).settle(`/api/v1/videos/${video.body.id}`)).body.status).toBe("completed");
  expect((await call(front).settle(`/api/v1/images/${image.body.id}`)).body.status).toBe("completed");
  finishTexts();
  expect(await answer.text()).toContain("response.completed");
  expect(await exit).toBe(0);
  expect(engine.countOf("/v1/images/generations")).toBe(1);
  expect(engine.countOf("/v1/videos")).toBe(1);
});

test("others immediately run the waiting tasks of a service that shuts down", async () => {
  const { options, deliver, engine } = await openSlowEngine();
  deliver();
  const database = await postgres.createDatabase();
  const team = ["--database", database, "--workers", "text=0,image=3,audio=0,video=0"];
  const leaving = await startServiceProcess(...options, ...team, "--delay", "3600000", "--grace", "3600");
  const prompts = Array.from({ length: 5 }, (_, index) => `waiting ${index}`);
  const accepted = await Promise.all(prompts.map((prompt) => call(leaving).post("/api/v1/images", { model: "local/painter", prompt })));
  const countTaken = async () => (await ask(database, "SELECT FROM tasks WHERE owner <> 0")).length;
  await expect.poll(countTaken).toBe(3);
  const other = await startServiceProcess(...options, ...team);
  const answer = await beginStream(leaving);
  const broken = expect(answer.text()).rejects.toThrow();
  const { exit } = await stop(leaving);
  for (const { body } of accepted) {
    expect((await call(other).settle(`/api/v1/images/${body.id}`)).body.status).toBe("completed");
  }
  expect(engine.countOf("/v1/images/generations")).toBe(5);
  leaving.process.kill("SIGTERM");
  expect(await exit).toBe(0);
  await broken;
});
