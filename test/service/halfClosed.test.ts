/** Clients that end their side of the connection after the request (RFC 9112, 9.6). */
import { connect } from "node:net";
import { expect, test } from "vitest";
import { startTestService } from "./testService.ts";

const service = await startTestService({ tokensPerSecond: 200 });

/** Sends a request, ends this side, and returns what arrives until the other side ends. */
async function sendAndEnd({ url, headers }: Pick<typeof service, "url" | "headers">, request: object, delay: number): Promise<string> {
  const body = JSON.stringify(request);
  const lines = Object.entries({ ...headers, host: new URL(url).host, "content-length": Buffer.byteLength(body), connection: "close" });
  const socket = connect({ port: Number(new URL(url).port), host: "127.0.0.1", allowHalfOpen: true });
  socket.write(`POST /api/v1/responses HTTP/1.1\r\n${lines.map(([name, value]) => `${name}: ${value}\r\n`).join("")}\r\n${body}`);
  if (delay > 0) setTimeout(() => socket.end(), delay);
  else socket.end();
  const chunks: Buffer[] = [];
  for await (const chunk of socket) chunks.push(chunk);
  return Buffer.concat(chunks).toString();
}

test.each([
  ["at once", 0],
  ["while the answer is made", 50],
])("a client that ends its side %s gets its answer", async (_when, delay) => {
  const request = { model: "demo-text", input: "Tell me about herons." };
  expect(await sendAndEnd(service, request, delay)).toMatch(/HTTP\/1\.1 200 OK\r\n[\s\S]*"status":"completed"/);
  expect(await sendAndEnd(service, { ...request, stream: true }, delay)).toMatch(/HTTP\/1\.1 200 OK\r\n[\s\S]*data: \[DONE\]\n\n/);
});
