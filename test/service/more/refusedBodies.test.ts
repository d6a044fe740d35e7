/** Requests that are refused while their bodies arrive. */
import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { expect, onTestFinished, test, vi } from "vitest";
import { chat, hello, models, serviceOf } from "../../providers/compatibleService.ts";
import { sendEvents, startEngine } from "../../providers/engine.ts";

const kibibyte = 1024;
const body = JSON.stringify({ model: "local/llama-3", input: "a".repeat(3 * kibibyte ** 2) });
/** Of requests on the disk eight times as much may arrive at once. */
const bodyLimits = { perAccount: 32 * kibibyte, total: 64 * kibibyte };

/** RFC 9112, section 7.1: a body in chunks. */
const inChunks = (size: number) =>
  (body.match(new RegExp(`.{1,${size}}`, "g")) ?? []).map((part) => `${part.length.toString(16)}\r\n${part}\r\n`).join("");

const headOf = (line: string, key: string) =>
  `${line} HTTP/1.1\r\nhost: 127.0.0.1\r\nauthorization: Bearer ${key}\r\ncontent-type: application/json\r\n`;

function open(url: string): Socket {
  const socket = connect(Number(new URL(url).port), "127.0.0.1").setEncoding("latin1");
  onTestFinished(() => void socket.destroy());
  return socket;
}

/** A request whose last byte does not arrive. */
async function begin(url: string, key: string, size: number): Promise<void> {
  const socket = open(url);
  const head = `${headOf("POST /api/v1/responses", key)}expect: 100-continue\r\ncontent-length: ${size}\r\n\r\n`;
  socket.write(head);
  await once(socket, "data");
  socket.write(body.slice(0, size - 1));
}

/** The status of a request with a body in chunks, and of the next one over its connection. */
async function exchange(url: string, path: string, size: number): Promise<number[]> {
  const socket = open(url);
  let received = "";
  socket.on("data", (text: string) => {
    received += text;
  });
  socket.write(`${headOf(`POST ${path}`, "ada")}transfer-encoding: chunked\r\n\r\n${inChunks(size)}0\r\n\r\n`);
  socket.write(`${headOf("GET /api/v1/models", "ada")}connection: close\r\n\r\n`);
  await once(socket, "close");
  return [...received.matchAll(/HTTP\/1\.1 (\d{3}) /g)].map(([, status]) => Number(status));
}

test.each<[reason: string, path: string, status: number, prepare: (url: string) => Promise<void>]>([
  ["its account has no more space", "/api/v1/responses", 429, (url) => begin(url, "ada", 240 * kibibyte)],
  ["its account has no more space", "/api/v1/images", 429, (url) => begin(url, "ada", 240 * kibibyte)],
  ["its account has no more space", "/api/v2", 429, (url) => begin(url, "ada", 240 * kibibyte)],
  ["the service has no more space", "/api/v1/responses", 503, (url) => begin(url, "ben", 500 * kibibyte)],
  ["the disk cannot be written", "/api/v1/responses", 503, async () => void vi.stubEnv("TMPDIR", "/nowhere")],
])("when %s, the rest of a body of %s is discarded, and its connection is used again", async (_, path, status, prepare) => {
  onTestFinished(() => void vi.unstubAllEnvs());
  const thrown: unknown[] = [];
  const note = (error: unknown) => void thrown.push(error);
  process.on("uncaughtException", note);
  onTestFinished(() => void process.off("uncaughtException", note));
  const engine = await startEngine({ ...models, [chat]: sendEvents(hello) });
  const service = await serviceOf(engine, {}, {}, { keys: ["ada", "ben"], bodyLimits });
  await prepare(service.url);
  for (const size of [1000, 20_000, 100_000, body.length])
    expect([size, await exchange(service.url, path, size)]).toEqual([size, [status, 200]]);
  expect(thrown).toEqual([]);
});
