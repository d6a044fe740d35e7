/** Answers as they are on the wire: bytes of HTTP that an HTTP server of Node would not send. */
import { createServer, type Socket } from "node:net";
import { gzipSync } from "node:zlib";
import { expect, onTestFinished, test } from "vitest";
import * as z from "zod/mini";
import { readConfiguration } from "../../src/providers/readConfiguration.ts";
import { startTestService } from "../service/testService.ts";
import { done, finish, text } from "./engineAnswers/engineAnswer.ts";

const addressSchema = z.object({ port: z.number() });
const events = [text("Hel"), text("lo"), finish("stop"), done];
const inChunk = (piece: string | Buffer) =>
  Buffer.concat([Buffer.from(`${piece.length.toString(16)}\r\n`), Buffer.from(piece), Buffer.from("\r\n")]);
const type = "content-type: text/event-stream\r\n";
const chunked = `HTTP/1.1 200 OK\r\n${type}transfer-encoding: chunked\r\n`;
const zipped = gzipSync(events.join(""));

/** An engine that answers each request for an answer with `pieces`, and closes the connection. */
async function startRaw(pieces: readonly (string | Buffer)[]) {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    let received = "";
    socket.on("error", () => undefined);
    socket.on("data", (bytes) => {
      received += bytes.toString("latin1");
      const [head = "", body] = received.split("\r\n\r\n", 2);
      if (body === undefined || body.length < Number(/content-length: (\d+)/i.exec(head)?.[1] ?? 0)) return;
      if (/chat\/completions/.test(head)) for (const piece of pieces) socket.write(piece);
      else socket.write('HTTP/1.0 200 OK\r\ncontent-type: application/json\r\n\r\n{"data":[{"id":"m"}]}');
      socket.end();
    });
  });
  await new Promise<void>((resolve) => void server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  const baseURL = `http://127.0.0.1:${addressSchema.parse(server.address()).port}/v1`;
  const configuration = readConfiguration(JSON.stringify({ providers: { local: { type: "openai-compatible", baseURL } } }));
  return startTestService({ configuration, superset: true });
}

const whole = { status: "completed", output: [{ content: [{ text: "Hello" }] }] };
const broken = { error: { message: expect.stringContaining("local") } };

test.each<[string, (string | Buffer)[], object]>([
  ["HTTP/1.0, ended by closing", [`HTTP/1.0 200 OK\r\n${type}\r\n`, ...events], whole],
  ["HTTP/1.1 without a length, ended by closing", [`HTTP/1.1 200 OK\r\n${type}\r\n`, ...events], whole],
  ["HTTP/1.1 without a reason phrase", [`HTTP/1.1 200\r\n${type}\r\n`, ...events], whole],
  ["chunks", [`${chunked}\r\n`, ...events.map(inChunk), "0\r\n\r\n"], whole],
  [
    "chunks with extensions and trailers",
    [
      `${chunked}trailer: x-cost\r\n\r\n`,
      ...events.map((piece) => inChunk(piece).toString().replace("\r\n", ";a=b\r\n")),
      "0\r\nx-cost: 1\r\n\r\n",
    ],
    whole,
  ],
  ["chunks that end without the last one, after the end of the answer", [`${chunked}\r\n`, ...events.map(inChunk)], whole],
  ["chunks that end without the last one, within the answer", [`${chunked}\r\n`, inChunk(events[0] ?? "")], broken],
  ["one chunk for each byte", [`${chunked}\r\n`, ...[...events.join("")].map(inChunk), "0\r\n\r\n"], whole],
  [
    "an answer after an informational one",
    [`HTTP/1.1 103 Early Hints\r\nlink: </x>\r\n\r\nHTTP/1.1 200 OK\r\n${type}\r\n`, ...events],
    whole,
  ],
  ["gzip", [`${chunked}content-encoding: gzip\r\n\r\n`, inChunk(zipped), "0\r\n\r\n"], whole],
  [
    "gzip that is cut within the answer",
    [`${chunked}content-encoding: gzip\r\n\r\n`, inChunk(zipped.subarray(0, 40)), "0\r\n\r\n"],
    broken,
  ],
  ["gzip whose checksum is cut", [`${chunked}content-encoding: gzip\r\n\r\n`, inChunk(zipped.subarray(0, -8)), "0\r\n\r\n"], whole],
  ["no content", ["HTTP/1.1 204 No Content\r\n\r\n"], broken],
  ["an empty answer with a length", [`HTTP/1.1 200 OK\r\n${type}content-length: 0\r\n\r\n`], broken],
  ["a length that is not reached", [`HTTP/1.1 200 OK\r\n${type}content-length: 5000\r\n\r\n`, events[0] ?? ""], broken],
  ["headers twice", [`HTTP/1.1 200 OK\r\n${type}${type}cache-control: no-cache\r\ncache-control: no-store\r\n\r\n`, ...events], whole],
  ["nothing", [], broken],
  ["no HTTP", ["hello\r\n"], broken],
])("%s", async (_, pieces, expected) => {
  const service = await startRaw(pieces);
  const answer = await service.post("/api/v1/responses", { model: "local/m", input: "x" });
  expect(answer.body).toMatchObject(expected);
});
