/** A Response whose generation failed: GET answers the error. Source: spec, "v1 Response", "Errors". */
import { expect, test } from "vitest";
import { finishResponse } from "../../../../src/client/responses/finishResponse.ts";
import { jsonAnswer, startRawServer, streamAnswer } from "../http/rawServer.ts";
import { createTestClient, openTestConnection } from "../testClient.ts";

const request = { model: "m", input: "hello" };
const events = [
  { type: "response.created", response: { id: "resp_1", object: "response", status: "in_progress", output: [] } },
  { type: "response.output_text.delta", item_id: "msg_1", output_index: 0, content_index: 0, delta: "Hello, " },
];
/** Breaks off in the middle. */
const cutStream = streamAnswer(
  events.map((event) => `data: ${JSON.stringify(event)}\n\n`),
  "",
);
const content = [{ type: "output_text", text: "Hello, world", annotations: [] }];
const finished = { id: "resp_1", object: "response", status: "completed", output: [{ type: "message", content }] };
const error = (status: number, code: string, extra = {}) =>
  jsonAnswer(status, { error: { message: "It burst.", type: code, param: null, code, ...extra } });

test.each([
  ["names the task", error(500, "api_error", { task_id: "resp_1" }), 1],
  ["names the task that its provider refused", error(429, "rate_limit_exceeded", { task_id: "resp_1" }), 1],
  ["repeats its error", error(500, "api_error"), 4],
  ["repeats that the model took too long", error(408, "timeout"), 4],
])("a broken stream ends as failed, with the service's reason, when the service %s", async (_name, answer, requests) => {
  await using server = await startRawServer(({ method }) => (method === "POST" ? cutStream : answer));
  const client = createTestClient(server.baseUrl);
  const result = await client.streamResponse(request).end;
  expect(result).toMatchObject({ outcome: "failed", id: "resp_1", error: { message: "It burst." } });
  expect(result.response?.output?.[0]?.content?.[0]?.text).toBe("Hello, ");
  expect(server.requests.filter(({ method }) => method === "GET")).toHaveLength(requests);
  await client.close();
});

test("a broken stream is completed although a gateway, or a service that is not available, answers errors for a while", async () => {
  const errors = [jsonAnswer(500, "Oh."), error(502, "bad_gateway"), error(503, "api_error"), error(504, "timeout", { task_id: "resp_1" })];
  const answers = [cutStream, ...errors, ...errors, jsonAnswer(200, finished)];
  await using server = await startRawServer((_request, index) => answers[index] ?? "");
  const client = createTestClient(server.baseUrl);
  expect(await client.streamResponse(request).end).toMatchObject({ outcome: "completed", response: finished });
  await client.close();
});

test("a Response is not failed by single errors between its polls", async () => {
  const running = jsonAnswer(200, { id: "resp_1", object: "response", status: "in_progress" });
  const answers = [...Array.from({ length: 5 }, () => [error(500, "api_error"), running]).flat(), jsonAnswer(200, finished)];
  await using server = await startRawServer((_request, index) => answers[index] ?? "");
  const connection = openTestConnection(server.baseUrl);
  expect(await finishResponse(connection, "resp_1", {})).toMatchObject({ outcome: "completed", response: finished });
  await connection.dispatchers.close();
});

test("a Response whose model took too long is a failed result", async () => {
  await using server = await startRawServer(() => error(408, "timeout", { task_id: "resp_1" }));
  const client = createTestClient(server.baseUrl);
  expect(await client.createResponse(request)).toMatchObject({
    outcome: "failed",
    id: "resp_1",
    error: { kind: "timeout", message: "It burst." },
  });
  expect(server.requests).toHaveLength(2);
  await client.close();
});

test("the wait that a Response asks for is kept before the next poll, and passed on with its error", async () => {
  const times: number[] = [];
  const running = { id: "resp_1", object: "response", status: "in_progress" };
  const failed = { ...running, status: "failed", error: { message: "It burst.", code: "rate_limit_exceeded" } };
  await using server = await startRawServer((_request, index) => {
    times.push(performance.now());
    return jsonAnswer(200, index === 0 ? running : failed, { "retry-after": index === 0 ? "0.4" : "3600" });
  });
  const connection = openTestConnection(server.baseUrl);
  expect(await finishResponse(connection, "resp_1", {})).toMatchObject({ outcome: "failed", error: { retryAfterMilliseconds: 3_600_000 } });
  expect((times[1] ?? 0) - (times[0] ?? 0)).toBeGreaterThanOrEqual(390);
  await connection.dispatchers.close();
});
