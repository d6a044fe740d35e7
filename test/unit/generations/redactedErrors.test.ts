/** A service that repeats the key or the prompt in its answers: neither reaches the journal. */
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, onTestFinished, test, vi } from "vitest";
import type { TaskRequest } from "../../../src/contract/wireRequest.ts";
import { openTasks } from "../../../src/generations/openTasks.ts";
import { jsonAnswer, type RawAnswer, type RawRequest, startRawServer } from "../client/http/rawServer.ts";
import { createTestClient, testKey } from "../client/testClient.ts";
import { temporaryFolder } from "./temporaryFolder.ts";

/** Polls, processes and disks are slow on a busy machine. */
vi.setConfig({ testTimeout: 180_000 });

const prompt = "The plans of the new harbour, as told by the mayor at dinner";
const instructions = "Never mention that the mayor paid for the dinner";
const echo = { message: `No: ${testKey}, ${prompt}, ${instructions}`, type: `type ${testKey}`, param: `param ${prompt}` };
const v1: TaskRequest = { interface: "v1", kind: "image", body: { model: "painter", prompt, instructions } };
const v2: TaskRequest = {
  interface: "v2",
  kind: "text",
  body: { ai: { model: "writer" }, content: [prompt, instructions].map((text) => ({ type: "input_text" as const, text })) },
};

async function run(request: TaskRequest, answer: (request: RawRequest) => RawAnswer) {
  await using server = await startRawServer(answer);
  const client = createTestClient(server.baseUrl);
  const folder = await temporaryFolder();
  const tasks = await openTasks({ folder, client: async () => client });
  onTestFinished(async () => {
    await tasks.close();
    await client.close();
  });
  const task = await tasks.submit({ baseUrl: server.baseUrl, request, target: { folder: join(folder, "out"), pattern: "{slug}" } }).end();
  const stored = await Promise.all(["tasks.sqlite", "tasks.sqlite-wal"].map((name) => readFile(join(folder, name), "latin1")));
  expect(stored.join("")).not.toContain(testKey);
  return task;
}

test.each<[string, TaskRequest, object, object]>([
  ["a failed media task", v1, { id: "t1", status: "pending" }, { id: "t1", status: "failed", error: { ...echo, code: testKey } }],
  ["a failed v2 task", v2, { task_id: "t1" }, { error: { ...echo, code: testKey } }],
])("%s keeps neither the key nor the words of its request in its error", async (_, request, accepted, failed) => {
  const task = await run(request, ({ method }) => jsonAnswer(200, method === "POST" ? accepted : failed));
  expect(task).toMatchObject({ state: "failed", error: { message: "No: […], […], […]", code: "[…]", type: "type […]" } });
  expect(task.error?.param).toBe("param […]");
});

test("nor does the error of a refused poll", async () => {
  const task = await run(v1, ({ method }) =>
    method === "POST" ? jsonAnswer(200, { id: "t1", status: "pending" }) : jsonAnswer(404, { error: { ...echo, code: "not_found" } }),
  );
  expect(task).toMatchObject({ state: "expired", error: { kind: "notFound", message: "No: […], […], […]" } });
});

test("a key in place of a task's id is not accepted as an id", async () => {
  const task = await run(v1, () => jsonAnswer(504, { error: { message: "timeout", code: "timeout" } }, { "x-task-id": `task-${testKey}` }));
  expect(task).toMatchObject({ state: "maybeAccepted", id: undefined });
});
