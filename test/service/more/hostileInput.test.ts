/** Invalid and hostile requests over a socket: each gets the spec's error body, and the service keeps running. */

import { request as httpRequest } from "node:http";
import { connect } from "node:net";
import { afterEach, expect, test } from "vitest";
import { fc, runsOf } from "../../fuzzing.ts";
import { errorBody, invalidRequest, startTestService } from "../testService.ts";

const service = await startTestService();
const impatient = await startTestService({ bodyTimeLimit: 300 });
const { hostname, port } = new URL(service.url);
const posts = ["/api/v1/responses", "/api/v1/images", "/api/v1/audios", "/api/v1/videos", "/api/v2"];

afterEach(async () => {
  expect((await service.get("/api/v1/models")).status).toBe(200);
});

async function send(path: string, init: RequestInit): Promise<{ status: number; body: unknown }> {
  const answer = await fetch(`${service.url}${path}`, { method: "POST", headers: service.headers, ...init });
  return { status: answer.status, body: await answer.json() };
}

/** Writes bytes to a new socket and reads until the service closes the connection. */
function sendRaw(text: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port), hostname, () => socket.write(text));
    let answer = "";
    socket.on("data", (chunk) => {
      answer += chunk.toString();
    });
    socket.on("close", () => resolve(answer));
    socket.on("error", reject);
  });
}

test.each(["", "{", "[]", "null", "7", '"text"', "{'model':1}", "\u0000", '{"model":"demo-text","input":"x"', "[".repeat(100_000)])(
  "the body %j is refused by every POST",
  async (body) => {
    for (const path of posts) expect(await send(path, { body })).toEqual({ status: 400, body: invalidRequest(null) });
  },
);

test("a body that is not UTF-8 is refused", async () => {
  expect(await send("/api/v1/images", { body: Buffer.from([0x22, 0xff, 0xfe, 0x22]) })).toEqual({
    status: 400,
    body: invalidRequest(null),
  });
});

test("a body that is nested more than 128 levels deep is refused by every POST, and a schema of 100 levels is not", async () => {
  const nested = (levels: number) => `${"[".repeat(levels)}${"]".repeat(levels)}`;
  for (const levels of [128, 2_500, 3_300, 1_000_000]) {
    for (const path of posts)
      expect(await send(path, { body: `{"deep":${nested(levels)}}` })).toEqual({ status: 400, body: invalidRequest(null) });
  }
  const schema = `${'{"items":'.repeat(100)}{}${"}".repeat(100)}`;
  const tools = `[{"type":"function","name":"read","parameters":${schema}}]`;
  expect(await send("/api/v1/responses", { body: `{"model":"demo-text","input":"x","tools":${tools}}` })).toMatchObject({ status: 200 });
});

test.each([
  ["members", `{"model":"demo-text","input":"x","metadata":{${Array.from({ length: 100_000 }, (_, index) => `"a${index}":1`).join()}}}`],
  ["parts", `{"model":"demo-text","input":[${'{"type":"input_text","text":"x"},'.repeat(40_000)}{}]}`],
  ["empty arrays", `{"model":"demo-text","input":"x","tools":[${"[],".repeat(100_000)}[]]}`],
])("a body of more than 100,000 %s is refused by every POST, and one with as many commas in its text is not", async (_, body) => {
  for (const path of posts) expect(await send(path, { body })).toEqual({ status: 400, body: invalidRequest(null) });
  const text = JSON.stringify({ model: "demo-text", input: `heron${',"[{'.repeat(100_000)}` });
  expect((await send("/api/v1/responses", { body: text })).status).toBe(200);
});

test.each(["[", '{"a":'])("arguments of a function that are nested too deeply are refused, as %j", async (opening) => {
  const call = { type: "function_call", call_id: "1", name: "measure", arguments: opening.repeat(1_000_000) };
  const body = JSON.stringify({
    model: "demo-text",
    input: [call, { type: "function_call_output", call_id: "1", output: opening.repeat(1_000) }],
  });
  expect(await send("/api/v1/responses", { body })).toEqual({ status: 400, body: invalidRequest("input") });
});

test.each([
  ["GET /api/v1/models", "content-length: 1000"],
  ["HEAD /healthz", "content-length: 1000"],
  ["GET /files/a/b", "transfer-encoding: chunked"],
  ["DELETE /api/v1/responses/x", "content-length: 1000"],
  ["POST /nowhere", "content-length: 1000"],
])("a body of %s that never arrives does not keep the connection open", async (line, header) => {
  const socket = connect(Number(new URL(impatient.url).port), hostname);
  socket.on("error", () => undefined);
  socket.write(`${line} HTTP/1.1\r\nhost: 127.0.0.1\r\nauthorization: Bearer ${impatient.key}\r\n${header}\r\n\r\n1`);
  const trickle = setInterval(() => socket.writable && socket.write("1"), 50);
  let answer = "";
  socket.on("data", (chunk) => {
    answer += chunk;
  });
  await new Promise((resolve) => socket.once("close", resolve));
  clearInterval(trickle);
  expect(answer).toMatch(/^HTTP\/1\.1 \d{3} /);
});

test("a wrong content type or encoding is refused", async () => {
  const body = JSON.stringify({ model: "demo-text", input: "x" });
  for (const extra of [
    { "content-type": "text/plain" },
    { "content-type": "application/x-www-form-urlencoded" },
    { "content-encoding": "gzip" },
  ]) {
    expect(await send("/api/v1/responses", { body, headers: { ...service.headers, ...extra } })).toEqual({
      status: 400,
      body: invalidRequest(null),
    });
  }
  const withCharset = { ...service.headers, "content-type": "Application/JSON; charset=utf-8" };
  expect((await send("/api/v1/responses", { body, headers: withCharset })).status).toBe(200);
});

test("a body of 100 MB is refused, and the client can read the reason", async () => {
  const body = Buffer.alloc(100_000_000, "a");
  const answer = await fetch(`${service.url}/api/v1/responses`, { method: "POST", headers: service.headers, body });
  expect(answer.status).toBe(400);
  expect(await answer.json()).toEqual(invalidRequest(null));
});

test("a body of 100 MB in chunks without a length is refused, too", async () => {
  const piece = new Uint8Array(1_000_000);
  let left = 100;
  const body = new ReadableStream({
    pull(controller) {
      left -= 1;
      if (left < 0) controller.close();
      else controller.enqueue(piece);
    },
  });
  const answer = await fetch(`${service.url}/api/v1/images`, {
    method: "POST",
    headers: service.headers,
    body,
    duplex: "half",
  } as RequestInit);
  expect(answer.status).toBe(400);
  expect(await answer.json()).toEqual(invalidRequest(null));
});

test("a body that does not arrive is answered 408 timeout, and the connection is closed", async () => {
  const answer = await new Promise<{ status: number | undefined; body: string }>((resolve, reject) => {
    const request = httpRequest(`${impatient.url}/api/v1/responses`, {
      method: "POST",
      headers: { ...impatient.headers, "content-length": "1000" },
    });
    request.on("response", (incoming) => {
      let body = "";
      incoming.on("data", (chunk) => {
        body += chunk;
      });
      incoming.on("end", () => resolve({ status: incoming.statusCode, body }));
    });
    request.on("error", reject);
    request.write('{"model":');
  });
  expect(answer.status).toBe(408);
  expect(JSON.parse(answer.body)).toEqual(errorBody("timeout", "timeout", null));
});

test("a client that disconnects in the middle of its body does no harm", async () => {
  const socket = connect(Number(port), hostname);
  socket.write(
    `POST /api/v1/responses HTTP/1.1\r\nhost: ${hostname}:${port}\r\nauthorization: Bearer ${service.key}\r\ncontent-type: application/json\r\ncontent-length: 1000\r\n\r\n{"mod`,
  );
  await new Promise<void>((resolve) => socket.once("connect", () => socket.end(() => resolve())));
  socket.destroy();
});

test.each(["PUT", "PATCH", "DELETE", "OPTIONS", "PROPFIND"])("the method %s on a path for POST is answered 405", async (method) => {
  const answer = await fetch(`${service.url}/api/v1/images`, { method, headers: service.headers });
  expect(answer.status).toBe(405);
  expect(answer.headers.get("allow")).toBe("POST");
  expect(answer.headers.get("access-control-allow-origin")).toBeNull();
  expect(await answer.json()).toEqual(invalidRequest(null));
});

test("GET on the path of a submission is answered 405, and an unknown path 404", async () => {
  expect(await service.get("/api/v1/responses")).toMatchObject({ status: 405 });
  for (const path of ["/", "/api", "/api/v1", "/api/v3", "/api/v1/embeddings", "/api/v2/status", "/files/x"]) {
    expect(await service.get(path)).toMatchObject({ status: 404, body: errorBody("not_found", "invalid_request_error", null) });
  }
});

test("malformed ids are not found", async () => {
  for (const id of ["..%2f..%2fetc", "%00", "' OR 1=1 --", "a".repeat(5000), "%E0%A4%A", "__proto__"]) {
    for (const path of ["/api/v1/responses", "/api/v1/images", "/api/v2/status", "/files/x"]) {
      const answer = await fetch(`${service.url}${path}/${id}`, { headers: service.headers });
      expect(answer.status).toBe(404);
      expect(await answer.json()).toEqual(errorBody("not_found", "invalid_request_error", null));
    }
  }
});

test.each(["constructor", "toString", "__proto__", "x/y", ""])("audio of the format %j is no failure of the service", async (format) => {
  const audio = { type: "input_audio", input_audio: { data: Buffer.from("RIFF....WAVE").toString("base64"), format } };
  const input = [{ role: "user", content: [{ type: "input_text", text: "What is it?" }, audio] }];
  const answer = await service.post("/api/v1/responses", { model: "demo-multimodal", input });
  expect(answer.status, JSON.stringify(answer.body)).toBeLessThan(500);
});

test("a foreign Host or Origin is refused with 403", async () => {
  for (const headers of [
    { host: "evil.example" },
    { host: `evil.example:${port}` },
    { origin: "https://evil.example" },
    { origin: "null" },
  ]) {
    const answer = await new Promise<number | undefined>((resolve, reject) => {
      httpRequest(`${service.url}/api/v1/models`, { headers: { ...service.headers, ...headers } }, (incoming) => {
        incoming.resume();
        resolve(incoming.statusCode);
      })
        .on("error", reject)
        .end();
    });
    expect(answer).toBe(403);
  }
});

test("it listens only on loopback", async () => {
  expect(hostname).toBe("127.0.0.1");
  const { networkInterfaces } = await import("node:os");
  const outside = Object.values(networkInterfaces())
    .flat()
    .find((address) => address?.family === "IPv4" && !address.internal);
  if (!outside) return;
  await expect(fetch(`http://${outside.address}:${port}/api/v1/models`)).rejects.toThrow();
});

test("data that is not HTTP gets the spec's error body", async () => {
  const answer = await sendRaw("HELLO\r\n\r\n");
  expect(answer).toMatch(/^HTTP\/1\.1 400 /);
  expect(JSON.parse(answer.split("\r\n\r\n")[1] ?? "")).toEqual(invalidRequest(null));
});

test("HTTP/1.0 needs no Host, as in the checks of load balancers", async () => {
  for (const path of ["/readyz", "/healthz"]) {
    expect(await sendRaw(`GET ${path} HTTP/1.0\r\n\r\n`)).toMatch(/^HTTP\/1\.1 200 /);
    expect(await sendRaw(`GET ${path} HTTP/1.1\r\nConnection: close\r\n\r\n`)).toMatch(/^HTTP\/1\.1 40[03] /);
  }
});

test("an invalid Host is refused", async () => {
  for (const host of ["Host: \r\n", "Host: a, b\r\n", "Host: [::1\r\n", "Host: 127.0.0.1:99999\r\n", "Host: a/b\r\n"]) {
    const refused = await sendRaw(`GET /api/v1/models HTTP/1.0\r\n${host}\r\n`);
    expect(refused, host).toMatch(/^HTTP\/1\.1 40[03] /);
    expect(refused, host).toContain('"type":"invalid_request_error"');
  }
});

test("no JSON body causes a crash, a hang or a stack trace", async () => {
  const field = fc.constantFrom("model", "input", "prompt", "tools", "image", "ai", "content", "type", "voice", "format", "stream", "size");
  const value = fc.oneof(
    fc.jsonValue(),
    fc.constantFrom("demo-text", "demo-image", "flite", "out_image", [{ type: "input_text" }], { model: "demo-text" }),
  );
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...posts), fc.dictionary(field, value), async (path, body) => {
      const answer = await fetch(`${service.url}${path}`, { method: "POST", headers: service.headers, body: JSON.stringify(body) });
      const text = await answer.text();
      expect([200, 202, 400, 404]).toContain(answer.status);
      expect(text).not.toMatch(/ at .*:\d+:\d+/);
      if (answer.status >= 400)
        expect(JSON.parse(text)).toMatchObject({ error: { message: expect.any(String), code: expect.any(String) } });
    }),
    { numRuns: runsOf(300) },
  );
});
