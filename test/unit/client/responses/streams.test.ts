/** Abandoned, cut, refused and aborted streams have the right outcome, and results are fetched if possible. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import type { ResponseStream } from "../../../../src/client/serviceClient.ts";
import type { OutputChange } from "../../../../src/output/outputChange.ts";
import { jsonAnswer, type RawAnswer, rawAnswer, startRawServer, streamAnswer } from "../http/rawServer.ts";
import { createTestClient, testKey } from "../testClient.ts";

const whole = readFileSync(join(import.meta.dirname, "../../../fixtures/client/streams/lf.sse"));
const words = "Hello, wörld ✓";
const events = whole
  .toString("utf8")
  .split(/(?<=\n\n)/)
  .filter((event) => event !== "");
const upTo = (count: number) => events.slice(0, count);
const request = { model: "m", input: "hello" };
const finished = {
  id: "resp_1",
  object: "response",
  status: "completed",
  model: "m",
  output: [{ id: "msg_1", type: "message", status: "completed", role: "assistant", content: [{ type: "output_text", text: words }] }],
  usage: { input_tokens: 1, output_tokens: 2, total_tokens: 3 },
};
const running = { id: "resp_1", object: "response", status: "in_progress" };
/** Sends the pieces, then keeps the connection open without data. */
const stall =
  (pieces: readonly string[]): RawAnswer =>
  (socket) =>
    void socket.write(streamAnswer(pieces, ""));
/** Sends the pieces, then breaks the connection in the middle of the HTTP body. */
const cut = (pieces: readonly string[]): Buffer => streamAnswer(pieces, "");

async function collect(stream: ResponseStream): Promise<OutputChange[]> {
  const all: OutputChange[] = [];
  for await (const changes of stream) all.push(...changes);
  return all;
}

const textOf = (all: readonly OutputChange[]) => all.flatMap((change) => (change.type === "textAppended" ? [change.text] : [])).join("");

describe("a stream", () => {
  test("yields the changes of the Response in order, and then its end", async () => {
    await using server = await startRawServer(() => streamAnswer(events));
    const client = createTestClient(server.baseUrl);
    const stream = client.streamResponse(request);
    const all = await collect(stream);
    expect(textOf(all)).toBe(words);
    expect(all[0]).toEqual({ type: "identified", id: "resp_1" });
    expect(await stream.end).toMatchObject({ outcome: "completed", id: "resp_1", error: undefined });
    expect(JSON.parse(server.requests[0]?.body ?? "")).toEqual({ ...request, stream: true });
    expect(server.requests[0]?.headers.get("accept")).toBe("text/event-stream");
    await client.close();
  });

  test("resolves its result for a caller who reads no events", async () => {
    await using server = await startRawServer(() => streamAnswer(events));
    const client = createTestClient(server.baseUrl);
    expect(await client.streamResponse(request).end).toMatchObject({ outcome: "completed" });
    await client.close();
  });

  test("yields all events to a caller who starts late", async () => {
    await using server = await startRawServer(() => streamAnswer(events));
    const client = createTestClient(server.baseUrl);
    const stream = client.streamResponse(request);
    await stream.end;
    expect(textOf(await collect(stream))).toBe(words);
    await client.close();
  });

  test("ends its request when the loop is left", async () => {
    await using server = await startRawServer(() => stall(upTo(5)));
    const client = createTestClient(server.baseUrl);
    const stream = client.streamResponse(request);
    for await (const changes of stream) if (textOf(changes) !== "") break;
    await server.idle();
    expect(await stream.end).toMatchObject({ outcome: "aborted", id: "resp_1", error: undefined });
    expect(server.requests).toHaveLength(1);
    await client.close();
  });

  test("is aborted by the caller's signal, keeps the data so far, and fetches nothing", async () => {
    await using server = await startRawServer(() => stall(upTo(6)));
    const client = createTestClient(server.baseUrl);
    const stop = new AbortController();
    const stream = client.streamResponse(request, { signal: stop.signal });
    let text = "";
    for await (const changes of stream) {
      text += textOf(changes);
      if (text === "Hello, ") stop.abort();
    }
    const result = await stream.end;
    expect(result).toMatchObject({ outcome: "aborted", id: "resp_1" });
    expect(result.response?.output?.[0]?.content?.[0]?.text).toBe("Hello, ");
    expect(server.requests).toHaveLength(1);
    await client.close();
  });

  test("with an aborted signal is never sent", async () => {
    await using server = await startRawServer(() => streamAnswer(events));
    const client = createTestClient(server.baseUrl);
    const stream = client.streamResponse(request, { signal: AbortSignal.abort() });
    expect(await collect(stream)).toEqual([]);
    expect(await stream.end).toMatchObject({ outcome: "aborted" });
    expect(server.requests).toHaveLength(0);
    await client.close();
  });

  test("ends with its terminal event, even if the connection stays open", async () => {
    await using server = await startRawServer(() => stall(events));
    const client = createTestClient(server.baseUrl);
    const stream = client.streamResponse(request);
    await collect(stream);
    expect(await stream.end).toMatchObject({ outcome: "completed" });
    await client.close();
  });

  test("applies backpressure from a slow reader to a fast service", async () => {
    const delta = `data: ${JSON.stringify({ type: "response.output_text.delta", delta: "x".repeat(1000) })}\n\n`;
    const many = [...upTo(4), ...Array.from({ length: 16_000 }, () => delta)];
    let isSent = false;
    await using server = await startRawServer((asked) => {
      if (asked.method === "GET") return jsonAnswer(200, finished);
      return (socket) => {
        socket.end(streamAnswer(many), () => {
          isSent = true;
        });
      };
    });
    const client = createTestClient(server.baseUrl);
    let seen = 0;
    for await (const changes of client.streamResponse(request)) {
      if (textOf(changes) === "") continue;
      seen += 1;
      // Without backpressure, the service could have sent everything during these.
      for (let turn = 0; seen === 1 && !isSent && turn < 400; turn += 1) await client.pollResponse("resp_1");
      if (seen === 2) break;
    }
    expect(isSent).toBe(false);
    await client.close();
  });
});

describe("a stream whose reader has stopped reading", () => {
  test("still ends when its signal fires", async () => {
    const delta = `data: ${JSON.stringify({ type: "response.output_text.delta", delta: "x".repeat(1000) })}\n\n`;
    await using server = await startRawServer(() => stall([...upTo(4), ...Array.from({ length: 16_000 }, () => delta)]));
    const client = createTestClient(server.baseUrl);
    const stop = new AbortController();
    const stream = client.streamResponse(request, { signal: stop.signal });
    await stream[Symbol.asyncIterator]().next();
    stop.abort();
    expect((await stream.end).outcome).toBe("aborted");
    await client.close();
  });
});

describe("a cut stream", () => {
  test.each([1, 3, 5, 6, 8, events.length - 1])("after %i events is completed by fetching the Response", async (count) => {
    await using server = await startRawServer((asked, index) => {
      if (asked.method === "POST") return cut(upTo(count));
      return jsonAnswer(200, index < 3 ? running : finished);
    });
    const client = createTestClient(server.baseUrl);
    const stream = client.streamResponse(request);
    const all = await collect(stream);
    expect(textOf(all)).toBe(words);
    expect(await stream.end).toMatchObject({ outcome: "completed", id: "resp_1", error: undefined, response: finished });
    expect(server.requests.map((asked) => `${asked.method} ${asked.path}`)).toEqual([
      "POST /api/v1/responses",
      ...Array.from({ length: 3 }, () => "GET /api/v1/responses/resp_1"),
    ]);
    await client.close();
  });

  test("that ends normally without its terminal event is completed too", async () => {
    await using server = await startRawServer((asked) => (asked.method === "POST" ? streamAnswer(upTo(6)) : jsonAnswer(200, finished)));
    const client = createTestClient(server.baseUrl);
    expect(await client.streamResponse(request).end).toMatchObject({ outcome: "completed", response: finished });
    await client.close();
  });

  test.each([
    ["failed", { ...running, status: "failed", error: { code: "api_error", message: "Broke." } }, "failed"],
    ["incomplete", { ...finished, status: "incomplete" }, "incomplete"],
  ])("whose Response is %s ends with that status", async (_name, response, outcome) => {
    await using server = await startRawServer((asked) => (asked.method === "POST" ? cut(upTo(6)) : jsonAnswer(200, response)));
    const client = createTestClient(server.baseUrl);
    expect(await client.streamResponse(request).end).toMatchObject({ outcome });
    await client.close();
  });

  test("that cannot be fetched is truncated, with the data so far and the reason", async () => {
    await using server = await startRawServer((asked) =>
      asked.method === "POST" ? cut(upTo(6)) : jsonAnswer(404, { error: { message: "Gone.", type: "x", param: null, code: "not_found" } }),
    );
    const client = createTestClient(server.baseUrl);
    const stream = client.streamResponse(request);
    const all = await collect(stream);
    expect(textOf(all)).toBe("Hello, ");
    const result = await stream.end;
    expect(result).toMatchObject({ outcome: "truncated", id: "resp_1", error: { kind: "connectionLost" } });
    expect(result.response?.status).toBe("in_progress");
    expect(result.response?.output?.[0]?.content?.[0]?.text).toBe("Hello, ");
    await client.close();
  });

  test("without an id is truncated, and nothing is sent again", async () => {
    await using server = await startRawServer(() => streamAnswer([": wait\n\n"], ""));
    const client = createTestClient(server.baseUrl);
    expect(await client.streamResponse(request).end).toMatchObject({
      outcome: "truncated",
      id: undefined,
      response: undefined,
      error: { kind: "connectionLost", maybeAccepted: true },
    });
    expect(server.requests).toHaveLength(1);
    await client.close();
  });

  test("that is silent for too long is completed by fetching", async () => {
    await using server = await startRawServer((asked) => (asked.method === "POST" ? stall(upTo(6)) : jsonAnswer(200, finished)));
    const client = createTestClient(server.baseUrl, { timeouts: { silence: 50 } });
    expect(await client.streamResponse(request).end).toMatchObject({ outcome: "completed", response: finished });
    await client.close();
  });

  test("is aborted, not truncated, if it is aborted while it is being fetched", async () => {
    const stop = new AbortController();
    await using server = await startRawServer((asked) => (asked.method === "POST" ? cut(upTo(6)) : jsonAnswer(200, running)));
    const client = createTestClient(server.baseUrl);
    const stream = client.streamResponse(request, { signal: stop.signal });
    await server.arrived(3);
    stop.abort();
    expect(await stream.end).toMatchObject({ outcome: "aborted", id: "resp_1" });
    await client.close();
  });
});

describe("an answer that is not a stream", () => {
  test("but the Response as JSON is accepted", async () => {
    await using server = await startRawServer(() => jsonAnswer(200, finished));
    const client = createTestClient(server.baseUrl);
    const stream = client.streamResponse(request);
    expect(textOf(await collect(stream))).toBe(words);
    expect(await stream.end).toMatchObject({ outcome: "completed", response: finished });
    await client.close();
  });

  test.each([
    ["a web page", rawAnswer(200, { "content-type": "text/html" }, "<html>Sign in</html>"), "badAnswer"],
    [
      "a web page that says it is a stream",
      rawAnswer(200, { "content-type": "text/event-stream" }, "<html>\n\nSign in</html>"),
      "badAnswer",
    ],
    ["an error body under HTTP 200", jsonAnswer(200, { error: { message: "No.", code: "api_error" } }), "generationFailed"],
    ["HTTP 401", jsonAnswer(401, { error: { message: "Key?", code: "invalid_api_key" } }), "invalidKey"],
    ["HTTP 400", jsonAnswer(400, { error: { message: "Hm.", code: "invalid_request", param: "model" } }), "invalidRequest"],
    ["HTTP 500", jsonAnswer(500, { error: { message: "Oh.", code: "api_error" } }), "generationFailed"],
  ])("but %s fails", async (_name, answer, kind) => {
    await using server = await startRawServer(() => answer);
    const client = createTestClient(server.baseUrl);
    const stream = client.streamResponse(request);
    expect(await collect(stream)).toEqual([]);
    expect(await stream.end).toMatchObject({ outcome: "failed", error: { kind } });
    expect(server.requests).toHaveLength(1);
    await client.close();
  });

  test("but a refused connection fails, and was not accepted", async () => {
    const server = await startRawServer(() => "");
    await server[Symbol.asyncDispose]();
    const client = createTestClient(server.baseUrl);
    expect(await client.streamResponse(request).end).toMatchObject({
      outcome: "failed",
      error: { kind: "unreachable", maybeAccepted: false },
    });
    await client.close();
  });
});

describe.each(["streamed", "waited for"])("a timeout of the service (%s)", (way) => {
  const timeout = (extra: object, headers: Record<string, string> = {}) =>
    jsonAnswer(504, { error: { message: "Late.", type: "timeout", param: null, code: "timeout", ...extra } }, headers);

  test.each([
    ["in the error", timeout({ task_id: "resp_1" })],
    ["in a header", timeout({}, { "x-task-id": "resp_1" })],
    ["in the body", jsonAnswer(504, { id: "resp_1", object: "response", status: "in_progress" })],
  ])("that contains the id %s is completed by fetching", async (_name, answer) => {
    await using server = await startRawServer((asked, index) =>
      asked.method === "POST" ? answer : jsonAnswer(200, index < 2 ? running : finished),
    );
    const client = createTestClient(server.baseUrl);
    const result = way === "streamed" ? await client.streamResponse(request).end : await client.createResponse(request);
    expect(result).toMatchObject({ outcome: "completed", id: "resp_1", response: finished });
    expect(server.requests.filter((asked) => asked.method === "POST")).toHaveLength(1);
    await client.close();
  });
});

describe("a Response without a stream", () => {
  test("is returned complete", async () => {
    await using server = await startRawServer(() => jsonAnswer(200, finished));
    const client = createTestClient(server.baseUrl);
    expect(await client.createResponse(request)).toMatchObject({ outcome: "completed", id: "resp_1", response: finished });
    expect(JSON.parse(server.requests[0]?.body ?? "")).toEqual({ ...request, stream: false });
    await client.close();
  });

  test("is polled if it is unfinished", async () => {
    await using server = await startRawServer((_asked, index) => jsonAnswer(200, index < 3 ? running : finished));
    const client = createTestClient(server.baseUrl);
    expect(await client.createResponse(request)).toMatchObject({ outcome: "completed", response: finished });
    await client.close();
  });

  test("is fetched if its body is cut after the id", async () => {
    const answer = jsonAnswer(200, finished);
    await using server = await startRawServer((asked) =>
      asked.method === "POST" ? answer.subarray(0, answer.length - 30) : jsonAnswer(200, finished),
    );
    const client = createTestClient(server.baseUrl);
    expect(await client.createResponse(request)).toMatchObject({ outcome: "completed", response: finished });
    await client.close();
  });

  test("that failed does not show the key or the request", async () => {
    const message = `The key ${testKey} may not ask "${request.input}".`;
    const failed = { ...running, status: "failed", error: { code: "api_error", message } };
    await using server = await startRawServer((asked) => jsonAnswer(200, asked.method === "POST" ? running : failed));
    const client = createTestClient(server.baseUrl);
    const shown = 'The key […] may not ask "[…]".';
    expect((await client.createResponse(request)).error?.message).toBe(shown);
    expect((await client.pollResponse("resp_1", { taskRequest: () => request })).end?.error?.message).toBe(shown);
    await client.close();
  });

  test("is not lost if the key is removed while it is fetched", async () => {
    await using server = await startRawServer(() => jsonAnswer(200, finished));
    const key = async () => (server.requests.length === 0 ? testKey : undefined);
    const client = createTestClient(server.baseUrl, { key });
    expect((await client.pollResponse("resp_1")).end).toMatchObject({ outcome: "completed", response: finished });
    await client.close();
  });

  test("is polled through unknown statuses", async () => {
    await using server = await startRawServer((_asked, index) =>
      jsonAnswer(200, index < 3 ? { ...running, status: "dreaming" } : finished),
    );
    const client = createTestClient(server.baseUrl);
    expect(await client.createResponse(request)).toMatchObject({ outcome: "completed" });
    expect(server.requests).toHaveLength(4);
    await client.close();
  });

  test("is refused if it contains a refusal", async () => {
    const refusal = { ...finished, output: [{ type: "message", content: [{ type: "refusal", refusal: "No." }] }] };
    await using server = await startRawServer(() => jsonAnswer(200, refusal));
    const client = createTestClient(server.baseUrl);
    expect(await client.createResponse(request)).toMatchObject({ outcome: "refused" });
    await client.close();
  });
});
