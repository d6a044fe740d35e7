/** Texts of v1 that the journal keeps, against the built-in service: they are found by their key, like tasks. */
import { expect, onTestFinished, test } from "vitest";
import { createServiceClient } from "../../../src/client/createServiceClient.ts";
import { openTasks } from "../../../src/generations/openTasks.ts";
import { isRunning } from "../../../src/generations/task.ts";
import type { SendingTasks } from "../../../src/generations/tasks.ts";
import { startService } from "../../../src/service/startService.ts";
import { temporaryFolder } from "./temporaryFolder.ts";

async function open(tokensPerSecond: number) {
  const service = await startService({ tokensPerSecond, faults: true, completesLeftText: async () => true });
  const folder = await temporaryFolder();
  const client = createServiceClient({ baseUrl: service.url, key: async () => service.key });
  onTestFinished(() => client.close().then(() => service.close()));
  const openJournal = async () => {
    const tasks = await openTasks({ folder, client: async () => client, unitOf: () => "shells" });
    onTestFinished(() => tasks.close());
    return tasks;
  };
  const start = (tasks: SendingTasks, model = "demo-text") =>
    tasks.start(
      { interface: "v1", kind: "text", body: { model, input: [{ role: "user", content: "The tide" }] } },
      { baseUrl: service.url, keptIn: { folder, pattern: "answer" }, origin: { type: "agent" } },
    );
  return { openJournal, start, folder };
}

test("a text is running while it is streamed, and then has its result, like a task", async () => {
  const { openJournal, start, folder } = await open(50);
  const tasks = await openJournal();
  const { key, end } = await start(tasks);
  const recorded = tasks.get(key);
  expect(recorded).toMatchObject({
    kind: "text",
    interface: "v1",
    model: "demo-text",
    prompt: "The tide",
    target: { folder },
    state: "submitting",
  });
  const { text } = await end;
  const saved = await tasks.handle(key).end();
  expect(saved).toMatchObject({ state: "saved", text, error: undefined, origin: { type: "agent" }, finishedAt: expect.any(Number) });
  expect(saved.usage?.output_tokens).toBeGreaterThan(0);
  expect(tasks.list().map((task) => task.key)).toEqual([key]);
  expect(tasks.answers.left()).toEqual([]);
});

test.each([
  ["fault-incomplete", { state: "saved", error: { code: "cut_off" } }],
  ["fault-fails", { state: "failed", error: { kind: expect.any(String) } }],
])("of %s, the record says how it ended", async (model, ended) => {
  const { openJournal, start } = await open(0);
  const tasks = await openJournal();
  const { key } = await start(tasks, model);
  expect(await tasks.handle(key).end()).toMatchObject(ended);
});

test("one that is stopped ends its stream, and what it has cost is asked for", async () => {
  const { openJournal, start } = await open(5);
  const tasks = await openJournal();
  const { key, end } = await start(tasks);
  await expect.poll(() => tasks.get(key)?.id).toBeDefined();
  await tasks.stop(key);
  expect(tasks.get(key)).toMatchObject({ state: "stopped", text: undefined });
  expect(await end).toMatchObject({ outcome: "aborted" });
  await tasks.forget(key);
  expect(tasks.get(key)).toBeUndefined();
});

test("when its process closes, the next one fetches the whole text, and nothing is sent again", async () => {
  const { openJournal, start } = await open(100);
  const first = await openJournal();
  const { key } = await start(first);
  await first.close();
  const second = await openJournal();
  const left = second.get(key);
  expect(left !== undefined && isRunning(left)).toBe(true);
  const saved = await second.handle(key).end();
  expect(saved).toMatchObject({ state: "saved", id: left?.id, error: undefined });
  expect(saved.text?.length).toBeGreaterThan(100);
  expect(second.list()).toHaveLength(1);
});
