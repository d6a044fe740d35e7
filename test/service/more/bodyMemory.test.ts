/** Requests share a budget of memory. */
import { once } from "node:events";
import { readdir, readlink } from "node:fs/promises";
import { connect, type Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, onTestFinished, test, vi } from "vitest";
import { chat, hello, models, serviceOf } from "../../providers/compatibleService.ts";
import { sendEvents, startEngine } from "../../providers/engine.ts";
import { callService, errorBody, startTestService } from "../testService.ts";

const megabyte = 1024 ** 2;
const body = (size: number) => ({ model: "local/llama-3", input: "a".repeat(size) });

/** Milliseconds that a client with a slow link goes on sending after it was refused. */
const slowLink = 1_500;

/** Sends a body after its refusal has arrived, and resolves with the refusal's status when the connection has answered another request. */
async function refusedWhileSending(url: string, key: string, size: number): Promise<number> {
  const socket = connect(Number(new URL(url).port), "127.0.0.1").setEncoding("latin1");
  onTestFinished(() => void socket.destroy());
  const head = (line: string, length: number) =>
    `${line} HTTP/1.1\r\nhost: 127.0.0.1\r\nauthorization: Bearer ${key}\r\ncontent-type: application/json\r\ncontent-length: ${length}\r\n\r\n`;
  socket.write(head("POST /api/v1/responses", size));
  const [refusal] = await once(socket, "data");
  socket.write("a".repeat(size / 2));
  await sleep(slowLink);
  socket.write("a".repeat(size / 2));
  socket.write(head("GET /api/v1/models", 0));
  const [answer] = await once(socket, "data");
  expect(answer).toMatch(/^HTTP\/1.1 200 /);
  return Number(/^HTTP\/1.1 (\d+)/.exec(refusal)?.[1]);
}

test("an account's requests beyond its share are 429, beyond all memory 503, until earlier ones have ended", async () => {
  const { promise, resolve: answer } = Promise.withResolvers<void>();
  const engine = await startEngine({
    ...models,
    async [chat](...exchange) {
      await promise;
      await sendEvents(hello)(...exchange);
    },
  });
  const bodyLimits = { perAccount: 3 * megabyte, total: 5 * megabyte };
  const service = await serviceOf(engine, {}, {}, { keys: ["ada", "ben", "eve"], bodyLimits });
  const [ada, ben, eve] = ["ada", "ben", "eve"].map((key) => callService(service.url, key, async () => undefined));
  const running = [ada?.post("/api/v1/responses", body(2 * megabyte)), ben?.post("/api/v1/responses", body(2 * megabyte))];
  await expect.poll(() => engine.countOf("/v1/chat/completions")).toBe(2);
  const refused = await ada?.post("/api/v1/responses", body(2 * megabyte));
  expect(refused).toMatchObject({ status: 429, body: { error: { code: "rate_limit_exceeded" } } });
  expect(refused?.headers.get("retry-after")).toBe("5");
  expect(await refusedWhileSending(service.url, "ada", 20 * megabyte)).toBe(429);
  const chunked = new ReadableStream({
    start(controller) {
      for (const part of [JSON.stringify(body(2 * megabyte))]) controller.enqueue(Buffer.from(part));
      controller.close();
    },
  });
  const init = {
    method: "POST",
    headers: { ...service.headers, authorization: "Bearer eve" },
    body: chunked,
    duplex: "half",
  } as RequestInit;
  expect((await fetch(`${service.url}/api/v1/responses`, init)).status).toBe(503);
  const small = eve?.post("/api/v1/responses", body(1_000));
  await expect.poll(() => engine.countOf("/v1/chat/completions")).toBe(3);
  answer();
  expect((await Promise.all([...running, small])).map((done) => done?.status)).toEqual([200, 200, 200]);
  await expect.poll(async () => (await ada?.post("/api/v1/responses", body(4 * megabyte)))?.status).toBe(200);
});

/** Sends a request but for its last bytes. */
function sendMost(url: string, key: string, size: number): Socket {
  const socket = connect(Number(new URL(url).port), "127.0.0.1");
  onTestFinished(() => void socket.destroy());
  socket.on("error", () => undefined);
  const head = `POST /api/v1/responses HTTP/1.1\r\nhost: 127.0.0.1\r\nauthorization: Bearer ${key}\r\ncontent-type: application/json`;
  socket.write(`${head}\r\ncontent-length: ${size}\r\n\r\n`);
  socket.write(JSON.stringify(body(size)).slice(0, size - 10));
  return socket;
}

/** Files without a name that this process has open. */
async function arriving(): Promise<number> {
  const links = (await readdir("/proc/self/fd")).map((name) => readlink(`/proc/self/fd/${name}`).catch(() => ""));
  return (await Promise.all(links)).filter((link) => link.includes("generation-studio-arriving-")).length;
}

test.runIf(process.platform === "linux")("requests that arrive slowly or break off use the disk, and no memory of others", async () => {
  const engine = await startEngine({ ...models, [chat]: sendEvents(hello) });
  const bodyLimits = { perAccount: 3 * megabyte, total: 5 * megabyte };
  const service = await serviceOf(engine, {}, {}, { keys: ["ada", "ben"], bodyLimits });
  const slow = Array.from({ length: 10 }, () => sendMost(service.url, "ada", 2 * megabyte));
  await expect.poll(arriving).toBe(10);
  for (const key of ["ada", "ben"]) {
    const client = callService(service.url, key, async () => undefined);
    expect((await client.post("/api/v1/responses", body(2 * megabyte))).status).toBe(200);
  }
  for (const socket of slow) socket.destroy();
  await expect.poll(arriving).toBe(0);
});

test.runIf(process.platform === "linux")("requests of one account on the disk are limited, too", async () => {
  const engine = await startEngine({ ...models, [chat]: sendEvents(hello) });
  const bodyLimits = { perAccount: megabyte / 4, total: megabyte };
  const service = await serviceOf(engine, {}, {}, { keys: ["ada", "ben"], bodyLimits });
  const slow = [1, 2, 3].map(() => sendMost(service.url, "ada", megabyte));
  const [refusal] = await Promise.any(slow.map((socket) => once(socket, "data")));
  expect(String(refusal)).toMatch(/^HTTP\/1.1 429 .*rate_limit_exceeded/s);
  const client = callService(service.url, "ben", async () => undefined);
  expect((await client.post("/api/v1/responses", body(megabyte))).status).toBe(200);
});

test.each([
  ["with their length", (text: string) => text, (size: number) => `content-length: ${size}`],
  ["in chunks", (text: string) => `${text.length.toString(16)}\r\n${text}\r\n`, () => "transfer-encoding: chunked"],
])("of requests that arrive together, sent %s, the first ones are answered and the others refused", async (_, frame, lengthOf) => {
  const engine = await startEngine({ ...models, [chat]: sendEvents(hello) });
  const service = await serviceOf(engine, {}, {}, { keys: ["ada"], bodyLimits: { perAccount: megabyte / 4, total: megabyte } });
  const whole = JSON.stringify(body(megabyte));
  const parts = [0, 1, 2, 3].map((part) => frame(whole.slice((part * whole.length) / 4, ((part + 1) * whole.length) / 4)));
  const sockets = Array.from({ length: 8 }, () => {
    const socket = connect(Number(new URL(service.url).port), "127.0.0.1").setEncoding("latin1");
    onTestFinished(() => void socket.destroy());
    const head = "POST /api/v1/responses HTTP/1.1\r\nhost: 127.0.0.1\r\nauthorization: Bearer ada\r\ncontent-type: application/json";
    socket.write(`${head}\r\n${lengthOf(whole.length)}\r\n\r\n`);
    return socket;
  });
  const answers = sockets.map(async (socket) => String((await once(socket, "data"))[0]));
  const sent = (socket: Socket, text: string) => new Promise<unknown>((resolve) => socket.write(text, resolve));
  for (const part of parts) await Promise.all(sockets.map((socket) => sent(socket, part)));
  for (const socket of sockets) socket.write(lengthOf(0).includes("chunked") ? "0\r\n\r\n" : "");
  const statuses = (await Promise.all(answers)).map((answer) => Number(/^HTTP\/1.1 (\d+) /.exec(answer)?.[1]));
  expect(new Set(statuses)).toEqual(new Set([200, 429]));
  expect((await callService(service.url, "ada", async () => undefined).post("/api/v1/responses", body(megabyte))).status).toBe(200);
});

test.skipIf(process.platform === "win32")(
  "without a folder for large requests they get 503 and may be sent again, and small ones are answered",
  async () => {
    const service = await startTestService();
    const client = callService(service.url, service.key, async () => undefined);
    vi.stubEnv("TMPDIR", "/nowhere");
    onTestFinished(() => void vi.unstubAllEnvs());
    const large = { model: "demo-text", input: "a".repeat(100_000) };
    const refused = await client.post("/api/v1/responses", large);
    expect([refused.status, refused.headers.get("retry-after"), refused.body]).toEqual([
      503,
      "5",
      errorBody("api_error", "api_error", null),
    ]);
    expect((await client.post("/api/v1/responses", { ...large, input: "a" })).status).toBe(200);
    vi.unstubAllEnvs();
    expect((await client.post("/api/v1/responses", large)).status).toBe(200);
  },
);
