/** Answers that are written into files, when the process that writes them ends. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { createServiceClient } from "../../../../src/client/createServiceClient.ts";
import type { ServiceClient } from "../../../../src/client/serviceClient.ts";
import { hasRunningMarker, keepRunningMarker } from "../../../../src/editor/service/runningMarker.ts";

import { openTasks } from "../../../../src/generations/openTasks.ts";
import { startService } from "../../../../src/service/startService.ts";
import { beginAnswer } from "../beginAnswer.ts";
import { temporaryFolder } from "../temporaryFolder.ts";

/** Milliseconds. */
const day = 24 * 60 * 60 * 1000;

async function open(folder: string, client?: ServiceClient) {
  const tasks = await openTasks({ folder, client: async () => client });
  onTestFinished(() => tasks.close());
  return tasks;
}

test("the rest of a killed process's answer is fetched by another process, one takes it, and nothing is sent again", async () => {
  const folder = await temporaryFolder();
  const service = await startService({ tokensPerSecond: 50, completesLeftText: async () => true });
  const client = createServiceClient({ baseUrl: service.url, key: async () => service.key });
  onTestFinished(() => client.close().then(() => service.close()));
  // Before the answer, which ends by itself.
  const [one, other] = [await open(folder, client), await open(folder)];
  const child = spawn(process.execPath, [join(import.meta.dirname, "answeredProcess.ts"), folder, service.url, service.key], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  const exited = once(child, "exit");
  await once(child.stdout, "data");
  expect(one.answers.left()).toEqual([]);
  child.kill("SIGKILL");
  await exited;
  await expect.poll(() => other.answers.left()).toHaveLength(1);
  const [left] = other.answers.left();
  expect(left).toMatchObject({ id: expect.stringMatching(/./), baseUrl: service.url, origin: { document: "a.gen.md" } });
  const key = left?.key ?? "";
  const end = await other.resume(key).end;
  expect(end).toMatchObject({ outcome: "completed", id: left?.id, response: { id: left?.id, output: [{ type: "message" }] } });
  expect(end.text.length).toBeGreaterThan(0);
  expect([one.list(), other.get(key)]).toEqual([[], undefined]);
  const claims = await Promise.all([one.answers.claim(key), other.answers.claim(key)]);
  expect(claims.toSorted()).toEqual([false, true]);
}, 120_000);

test("an answer belongs to its process until it ends, also if the service has not answered", async () => {
  const folder = await temporaryFolder();
  const [window, next] = [await openTasks({ folder, client: async () => undefined }), await open(folder)];
  const key = await beginAnswer(window, "https://a.example", { document: "a.gen.md" });
  expect([window.answers.isWriting(key), next.answers.isWriting(key), next.answers.left()]).toEqual([true, false, []]);
  expect(await next.answers.claim(key)).toBe(false);
  await window.close();
  expect(window.answers.isWriting(key)).toBe(false);
  expect(next.answers.left()).toMatchObject([{ key, id: undefined }]);
  expect(await next.answers.claim(key)).toBe(true);
  await next.answers.end(key);
  expect([next.answers.isEmpty, next.answers.left()]).toEqual([true, []]);
});

test("an answer keeps the marker, so that the next window looks for it", async () => {
  const folder = await temporaryFolder();
  const tasks = await open(folder);
  onTestFinished(keepRunningMarker(folder, tasks, () => undefined));
  const key = await beginAnswer(tasks, "https://a.example", {});
  await expect.poll(() => hasRunningMarker(folder)).toBe(true);
  await tasks.answers.end(key);
  await expect.poll(() => hasRunningMarker(folder)).toBe(false);
});

/** The service keeps an answer for 30 days. */
test.each([
  { ages: [33, 2, 0], isKept: false, what: "older than that" },
  { ages: [29, 2, 0], isKept: true, what: "younger" },
  { ages: [31, 0, 0, 0], isKept: true, what: "of the last minute before the clock was set forward by 31 days" },
  { ages: [400, 0, 0, 0], isKept: true, what: "of the last minute before the clock was set forward by 400 days" },
  { ages: [400, 1.5, 0], isKept: false, what: "from before, when the new time has lasted for a day" },
])("an answer $what is kept: $isKept", async ({ ages, isKept }) => {
  const tasks = await open(await temporaryFolder());
  const { now } = Date;
  onTestFinished(() => {
    Date.now = now;
  });
  const keys: string[] = [];
  for (const age of ages) {
    Date.now = () => now() - age * day;
    keys.push(await beginAnswer(tasks, "https://a.example", {}));
  }
  expect(tasks.answers.isWriting(keys[0] ?? "")).toBe(isKept);
});

test("an answer that was put aside waits for the user: no process is offered it, and no window looks for it", async () => {
  const folder = await temporaryFolder();
  const [window, other] = [await openTasks({ folder, client: async () => undefined }), await open(folder)];
  const before = Date.now();
  const key = await beginAnswer(window, "https://a.example", { document: "a.md" });
  await window.answers.identify(key, "r1");
  await other.answers.putAside(key);
  expect(other.answers.aside()).toEqual([]);
  await window.answers.putAside(key);
  await window.close();
  const [aside] = other.answers.aside();
  expect(aside).toMatchObject({ key, id: "r1", baseUrl: "https://a.example", origin: { document: "a.md" } });
  expect(aside?.begunAt).toBeGreaterThanOrEqual(before);
  expect([other.answers.isEmpty, other.answers.left(), await other.answers.claim(key)]).toEqual([true, [], false]);
  await other.answers.end(key);
  expect(other.answers.aside()).toEqual([]);
});

test("the ended answers to a document say what became of them, until they are deleted", async () => {
  const tasks = await open(await temporaryFolder());
  const { answers } = tasks;
  const begin = () => beginAnswer(tasks, "https://a.example", { document: "a.gen.md" });
  const [whole, cut, lost, running] = [await begin(), await begin(), await begin(), await begin()];
  await beginAnswer(tasks, "https://a.example", { document: "b.gen.md" });
  await answers.settle(whole, { state: "saved", id: "r1", cost: 3, usage: { total_tokens: 7 } });
  const error = { kind: "badAnswer", message: "The answer was cut off." } as const;
  await answers.settle(cut, { state: "saved", id: "r2", cost: undefined, error });
  for (const key of [whole, cut, lost]) await answers.end(key);
  expect(answers.ofDocument("a.gen.md")).toMatchObject([
    { key: whole, id: "r1", isComplete: true, cost: { amount: 3 }, usage: { total_tokens: 7 }, endedAt: expect.any(Number) },
    { key: cut, id: "r2", isComplete: false },
    { key: lost, id: undefined, isComplete: false },
  ]);
  await answers.forgetDocument("a.gen.md");
  expect(answers.ofDocument("a.gen.md")).toEqual([]);
  expect(tasks.costs.sum(0)).toEqual([{ amount: 3, unit: undefined }]);
  expect(answers.isWriting(running)).toBe(true);
});
