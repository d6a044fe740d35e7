/** A POST that may have been accepted is sent once. Requests that cannot be billed twice are repeated, within limits. */
import { subscribe, unsubscribe } from "node:diagnostics_channel";
import { once } from "node:events";
import { createServer } from "node:http";
import { Socket } from "node:net";
import { describe, expect, onTestFinished, test } from "vitest";
import { createServiceClient } from "../../../../src/client/createServiceClient.ts";
import { waitBefore } from "../../../../src/client/http/retry.ts";
import type { ServiceClient } from "../../../../src/client/serviceClient.ts";
import { createTestClient, errorOf } from "../testClient.ts";
import { jsonAnswer, type RawAnswer, startRawServer } from "./rawServer.ts";

const models = jsonAnswer(200, { object: "list", data: [{ id: "m" }] });
const accepted = jsonAnswer(202, { id: "t1", polling_url: "/x" });
const error = (status: number, code: string, headers = {}) =>
  jsonAnswer(status, { error: { message: "m", type: "t", param: null, code } }, headers);
const reset: RawAnswer = (socket) => void socket.resetAndDestroy();
const halfAnswer: RawAnswer = (socket) => void socket.end("HTTP/1.1 200 OK\r\ncontent-length: 900\r\n\r\n{");

const submit = (client: ServiceClient) => client.submitTask({ interface: "v1", kind: "image", body: { model: "m", prompt: "p" } });

async function exchange(answers: readonly RawAnswer[], call: (client: ServiceClient) => Promise<unknown>) {
  await using server = await startRawServer((_request, index) => answers[Math.min(index, answers.length - 1)] ?? reset);
  const client = createTestClient(server.baseUrl);
  const outcome = await call(client).then(
    () => "success",
    (thrown: unknown) => thrown,
  );
  await client.close();
  return { outcome, sent: server.requests.length };
}

const never: RawAnswer = () => undefined;
const headOnly: RawAnswer = (socket) => void socket.write("HTTP/1.1 200 OK\r\ncontent-length: 900\r\n\r\n{");

describe("a GET that a service", () => {
  test.each([
    ["accepts, and never answers", never],
    ["begins to answer, and does not go on", headOnly],
  ])("%s fails after the time for an answer, with the host in the error", async (_name, answer) => {
    await using server = await startRawServer(() => answer);
    const client = createTestClient(server.baseUrl, { timeouts: { answer: 60 } });
    expect(await errorOf(client.listModels())).toMatchObject({
      kind: "connectionLost",
      message: `The service at 127.0.0.1:${server.port} does not answer.`,
      maybeAccepted: false,
    });
    expect(server.requests).toHaveLength(1);
    await client.close();
  });

  test("cannot receive, because none is running, fails with the address in the error", async () => {
    const server = await startRawServer(() => never);
    await server[Symbol.asyncDispose]();
    const client = createTestClient(server.baseUrl);
    const { message } = await errorOf(client.listModels());
    expect(message).toBe(`No service runs at 127.0.0.1:${server.port} (ECONNREFUSED).`);
    await client.close();
  });

  test("cannot receive, because its port on this machine refuses connections, is repeated once", async () => {
    const server = await startRawServer(() => never);
    await server[Symbol.asyncDispose]();
    const messages: string[] = [];
    const log = { debug: (message: string) => void messages.push(message), warn: () => undefined };
    const client = createServiceClient({ baseUrl: server.baseUrl, key: async () => "key", log });
    await errorOf(client.listModels());
    expect(messages.filter((message) => message.startsWith("Trying again"))).toHaveLength(1);
    await client.close();
  });
});

describe("a POST", () => {
  test.each([
    ["a reset", reset, "connectionLost"],
    ["half an answer", halfAnswer, "connectionLost"],
    ["HTTP 500", error(500, "api_error"), "generationFailed"],
    ["HTTP 502", error(502, "bad_gateway"), "unknown"],
    ["HTTP 503", error(503, "overloaded", { "retry-after": "0" }), "unknown"],
    ["HTTP 504", error(504, "timeout"), "timeout"],
    ["HTTP 408", error(408, "timeout"), "timeout"],
    ["HTTP 400", error(400, "invalid_request"), "invalidRequest"],
    ["an empty balance under HTTP 429", error(429, "insufficient_quota"), "insufficientQuota"],
  ])("is sent once if the answer is %s", async (_name, answer, kind) => {
    expect(await exchange([answer, accepted], submit)).toMatchObject({ outcome: { kind }, sent: 1 });
  });

  // Node.js has the same codes for connections that were never made.
  test.each(["EHOSTUNREACH", "ENETUNREACH", "ENETDOWN", "EHOSTDOWN", "EADDRNOTAVAIL"])(
    "is sent once if the network fails with %s while the answer is awaited, as when a machine sleeps",
    async (code) => {
      let ownSocket: Socket | undefined;
      const note = (message: unknown) => {
        if (typeof message === "object" && message !== null && "socket" in message && message.socket instanceof Socket)
          ownSocket = message.socket;
      };
      subscribe("undici:client:connected", note);
      onTestFinished(() => void unsubscribe("undici:client:connected", note));
      const loseNetwork: RawAnswer = () => void ownSocket?.destroy(Object.assign(new Error(`read ${code}`), { code, syscall: "read" }));
      const outcome = { kind: "connectionLost", maybeAccepted: true };
      expect(await exchange([loseNetwork, accepted], submit)).toMatchObject({ outcome, sent: 1 });
    },
  );

  test("is maybe accepted after a reset", async () => {
    expect(await exchange([reset], submit)).toMatchObject({ outcome: { maybeAccepted: true } });
  });

  test.each([
    ["HTTP 502", 502, true],
    ["HTTP 400", 400, false],
  ])(
    "that is aborted while the body of %s arrives is maybe accepted only if a gateway may hide the answer",
    async (_name, status, maybeAccepted) => {
      const beginning: RawAnswer = (socket) => void socket.write(`HTTP/1.1 ${status} Status\r\ncontent-length: 900\r\n\r\n{`);
      await using server = await startRawServer(() => beginning);
      const stop = new AbortController();
      const log = { debug: (message: string) => message.includes(`HTTP ${status}`) && stop.abort(), warn: () => undefined };
      const client = createTestClient(server.baseUrl, { log });
      const call = client.submitTask({ interface: "v1", kind: "image", body: { model: "m", prompt: "p" } }, { signal: stop.signal });
      expect(await errorOf(call)).toMatchObject({ kind: "aborted", maybeAccepted });
      await client.close();
    },
  );

  test("is sent again after HTTP 429", async () => {
    const busy = error(429, "rate_limit_exceeded", { "retry-after": "0" });
    expect(await exchange([busy, busy, accepted], submit)).toEqual({ outcome: "success", sent: 3 });
  });

  test("fails if HTTP 429 continues", async () => {
    const busy = error(429, "rate_limit_exceeded", { "retry-after": "0" });
    expect(await exchange([busy], submit)).toMatchObject({ outcome: { kind: "rateLimited", maybeAccepted: false }, sent: 4 });
  });

  test("does not wait an hour for a service: the caller gets the time to wait", async () => {
    const later = error(429, "rate_limit_exceeded", { "retry-after": "3600" });
    expect(await exchange([later], submit)).toMatchObject({ outcome: { kind: "rateLimited", retryAfterMilliseconds: 3_600_000 }, sent: 1 });
  });

  test("is sent again once if this machine refused the connection, because nothing was sent", async () => {
    const server = await startRawServer(() => accepted);
    await server[Symbol.asyncDispose]();
    const messages: string[] = [];
    const client = createTestClient(server.baseUrl, { log: { debug: (message) => messages.push(message), warn: () => undefined } });
    expect(await errorOf(submit(client))).toMatchObject({ kind: "unreachable", maybeAccepted: false });
    expect(messages.filter((message) => message.startsWith("Trying again"))).toHaveLength(1);
    await client.close();
  });

  test("never reuses a connection, unlike a GET", async () => {
    const server = createServer((request, response) => {
      request.resume();
      response.setHeader("content-type", "application/json").end(request.method === "POST" ? '{"id":"t1"}' : '{"data":[]}');
    });
    let connections = 0;
    server.on("connection", () => {
      connections += 1;
    });
    server.listen(0, "127.0.0.1");
    await once(server, "listening");
    const address = server.address();
    const client = createTestClient(`http://127.0.0.1:${typeof address === "object" ? address?.port : 0}`);
    for (let turn = 0; turn < 6; turn += 1) await client.listModels();
    expect(connections).toBeLessThan(6);
    connections = 0;
    for (let turn = 0; turn < 6; turn += 1) await submit(client);
    expect(connections).toBe(6);
    await client.close();
    server.close();
  });
});

describe("a GET or DELETE", () => {
  const list = (client: ServiceClient) => client.listModels();

  test.each([
    ["a reset", reset],
    ["half an answer", halfAnswer],
    ["HTTP 500", error(500, "api_error")],
    ["HTTP 502", error(502, "bad_gateway")],
    ["HTTP 408", error(408, "timeout")],
    ["HTTP 429", error(429, "rate_limit_exceeded", { "retry-after": "0" })],
  ])("is sent again after %s", async (_name, answer) => {
    expect(await exchange([answer, answer, models], list)).toEqual({ outcome: "success", sent: 3 });
  });

  test("DELETE is sent again too", async () => {
    const deleted = jsonAnswer(200, { id: "t1", object: "response", deleted: true });
    expect(await exchange([reset, deleted], (client) => client.deleteTask("t1"))).toEqual({ outcome: "success", sent: 2 });
  });

  test.each([
    ["HTTP 401", error(401, "invalid_api_key"), "invalidKey"],
    ["HTTP 404", error(404, "not_found"), "notFound"],
  ])("is sent once if the answer is %s", async (_name, answer, kind) => {
    expect(await exchange([answer, models], list)).toMatchObject({ outcome: { kind }, sent: 1 });
  });

  test("is sent as often as the caller specifies", async () => {
    expect(await exchange([reset], (client) => client.listModels({ attempts: 1 }))).toMatchObject({ sent: 1 });
    expect(await exchange([reset], (client) => client.listModels({ attempts: 6 }))).toMatchObject({ sent: 6 });
  });

  test("stops waiting when it is aborted", async () => {
    await using server = await startRawServer(() => error(429, "rate_limit_exceeded", { "retry-after": "30" }));
    const client = createTestClient(server.baseUrl);
    const stop = new AbortController();
    const call = errorOf(client.listModels({ signal: stop.signal }));
    await server.arrived(1);
    stop.abort();
    expect((await call).kind).toBe("aborted");
    await client.close();
  });
});

describe("the pauses", () => {
  test("double up to a limit, with jitter in their second half", () => {
    const longest = [1, 2, 3, 4, 5, 6, 7].map((attempt) => waitBefore(attempt, 500, undefined, () => 1));
    const shortest = [1, 2, 3].map((attempt) => waitBefore(attempt, 500, undefined, () => 0));
    expect(longest).toEqual([500, 1000, 2000, 4000, 8000, 8000, 8000]);
    expect(shortest).toEqual([250, 500, 1000]);
  });

  test("are never shorter than the service requests", () => {
    expect(waitBefore(1, 500, 20_000, () => 0)).toBeGreaterThanOrEqual(20_000);
  });
});
