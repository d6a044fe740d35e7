/** The client's errors for failed tasks, and its limit for JSON answers. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { jsonAnswer, startRawServer } from "../http/rawServer.ts";
import { createTestClient, errorOf, testKey } from "../testClient.ts";

let folder = "";
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "failed-tasks-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }));

const quota = { message: "Add credits.", type: "insufficient_quota", code: "insufficient_quota" };
const error = { message: "Too large.", type: "invalid_request_error", code: "invalid_request", param: "size" };

test.each([
  [quota, { kind: "insufficientQuota", message: "Add credits.", type: "insufficient_quota", code: "insufficient_quota" }],
  [error, { kind: "invalidRequest", message: "Too large.", type: "invalid_request_error", code: "invalid_request", param: "size" }],
  [
    { message: "No.", code: 401 },
    { kind: "invalidKey", message: "No.", code: "401" },
  ],
  [{ message: "It burst." }, { kind: "generationFailed", message: "It burst." }],
  [
    { message: `The key ${testKey} is used up.`, code: "api_error" },
    { kind: "generationFailed", message: "The key […] is used up." },
  ],
])("a failed media task keeps the service's message: %j", async (error, expected) => {
  await using server = await startRawServer(() => jsonAnswer(200, { id: "t1", status: "failed", error }));
  const client = createTestClient(server.baseUrl);
  expect((await client.pollMedia("image", "t1", folder)).error).toMatchObject({ ...expected, taskId: "t1" });
  await client.close();
});

test.each([
  ["It burst.", { kind: "generationFailed", message: "It burst." }],
  [quota, { kind: "insufficientQuota", code: "insufficient_quota" }],
  [{ error: error }, { kind: "invalidRequest", param: "size" }],
  [{ error: "It burst." }, { kind: "generationFailed", message: "It burst." }],
  [{ strange: true }, { kind: "generationFailed" }],
])("a failed v2 task too, in any form of its error: %j", async (error, expected) => {
  await using server = await startRawServer(() => jsonAnswer(200, { contents: null, error }));
  const client = createTestClient(server.baseUrl);
  expect((await client.pollV2("t1", folder)).error).toMatchObject(expected);
  await client.close();
});

const inAnHour = new Date(Date.now() + 3_600_000).toUTCString();

test.each([
  ["retry-after", "3600", 3_600_000],
  ["retry-after", inAnHour, 3_600_000],
  ["retry-after-ms", "1500", 1500],
  ["retry-after", "soon", undefined],
])("the wait that a task asks for in %s: %s is read", async (name, value, expected) => {
  const answers = (request: { path: string }) => {
    if (request.path.includes("status")) return { contents: null, error: quota };
    return request.path.includes("/t1") ? { id: "t1", status: "failed", error: quota } : { id: "t2", status: "processing" };
  };
  await using server = await startRawServer((request) => jsonAnswer(200, answers(request), { [name]: value }));
  const client = createTestClient(server.baseUrl);
  const waits = [
    (await client.pollMedia("image", "t1", folder)).error?.retryAfterMilliseconds,
    (await client.pollV2("t1", folder)).error?.retryAfterMilliseconds,
    (await client.pollMedia("image", "t2", folder)).retryAfter,
  ];
  for (const wait of waits) {
    if (expected === undefined) expect(wait).toBeUndefined();
    else expect(Math.abs((wait ?? 0) - expected)).toBeLessThan(60_000);
  }
  await client.close();
});

test("a JSON answer above the size limit is refused", async () => {
  const filler = `"${"a".repeat(65 * 1024 * 1024)}"`;
  await using server = await startRawServer(() => jsonAnswer(200, { object: "list", data: [], filler }));
  const client = createTestClient(server.baseUrl);
  expect(await errorOf(client.listModels({ attempts: 1 }))).toMatchObject({
    kind: "badAnswer",
    message: expect.stringContaining("too long"),
  });
  await client.close();
}, 180_000);
