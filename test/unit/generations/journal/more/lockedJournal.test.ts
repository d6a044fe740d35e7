/** A journal locked by another process, and one with very many tasks: this thread continues with other work, and nothing is lost. */
import { cp } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { expect, test, vi } from "vitest";
import type { TaskRequest } from "../../../../../src/contract/wireRequest.ts";
import { Journal } from "../../../../../src/generations/journal/journal.ts";
import { openTasks } from "../../../../../src/generations/openTasks.ts";
import { holdLock } from "../../../sqlite/holdLock.ts";
import { measureBlocking } from "../../../sqlite/measureBlocking.ts";
import { imageRequest, openScripted, untilAnswered } from "../../imageTask.ts";
import { baseUrl, pngBytes, scriptedClient } from "../../scriptedClient.ts";
import { temporaryFolder } from "../../temporaryFolder.ts";

/** Polls, processes and disks are slow on a busy machine. */
vi.setConfig({ testTimeout: 180_000 });

/** Milliseconds for which the other process holds the lock after each of the tasks. */
const lockedMilliseconds = 700;
/** Maximum milliseconds of one attempt to write, on a busy machine. */
const blockedMilliseconds = 500;

const request = (prompt: string): TaskRequest => ({ interface: "v1", kind: "image", body: { model: "painter", prompt } });

test("while another process locks the journal, this thread is not blocked, nothing is sent, and nothing is lost", async () => {
  let isDone = false;
  const { tasks, client, target, folder } = await openScripted({ poll: () => (isDone ? [pngBytes] : "pending") });
  const [followed, removed] = [1, 2].map(() => tasks.submit({ baseUrl, request: imageRequest, target }));
  for (const handle of [followed, removed]) if (handle !== undefined) await untilAnswered(handle);
  const release = await holdLock(join(folder, "journal", "tasks.sqlite"));
  isDone = true;
  const keys: string[] = [];
  const written = new Set<string>();
  tasks.onChange(({ key }) => written.add(key));
  const forgotten = tasks.forget(removed?.key ?? "");
  const blocked = await measureBlocking(5, async (round) => {
    keys.push(tasks.submit({ baseUrl, request: request(`Fox ${round}`), target }).key);
    await delay(lockedMilliseconds);
  });
  expect(client.posts).toBe(2);
  expect(tasks.list()).toHaveLength(2);
  expect(blocked).toBeLessThan(blockedMilliseconds);
  await release();
  await forgotten;
  await expect.poll(() => tasks.count({ states: ["saved"] })).toBe(6);
  expect([...written].filter((key) => keys.includes(key)).toSorted()).toEqual(keys);
  expect(tasks.get(removed?.key ?? "")).toBeUndefined();
  expect(tasks.get(followed?.key ?? "")?.state).toBe("saved");
  expect(client.posts).toBe(7);
});

test("a task that waits for a locked journal can be stopped and is never sent", async () => {
  const { tasks, client, target, folder } = await openScripted({});
  const release = await holdLock(join(folder, "journal", "tasks.sqlite"));
  const handle = tasks.submit({ baseUrl, request: imageRequest, target });
  const end = handle.end();
  handle.stop();
  await expect(end).rejects.toMatchObject({ kind: "aborted" });
  await release();
  const { key } = tasks.submit({ baseUrl, request: imageRequest, target });
  await tasks.handle(key).end();
  expect(tasks.list().map((task) => task.key)).toEqual([key]);
  expect(client.posts).toBe(1);
});

/** Locks the journal when the service answers with an id; `held` then resolves with a function that releases the lock. */
async function openLockedByAnswer() {
  const held = Promise.withResolvers<() => Promise<void>>();
  const opened = await openScripted({
    submit: async () => {
      held.resolve(holdLock(join(opened.folder, "journal", "tasks.sqlite")));
      await held.promise;
      return "id-1";
    },
    poll: () => "pending",
  });
  return { ...opened, held: held.promise };
}

test("an id that arrives while the journal is locked is recorded when the lock is released", async () => {
  const { tasks, client, target, held } = await openLockedByAnswer();
  const { key } = tasks.submit({ baseUrl, request: imageRequest, target });
  const release = await held;
  await delay(500);
  expect(tasks.get(key)).toMatchObject({ id: undefined, state: "submitting" });
  await release();
  await expect.poll(() => tasks.get(key)).toMatchObject({ id: "id-1", state: "pending" });
  expect(client.posts).toBe(1);
});

test("a task that is stopped while its id waits for a locked journal stays stopped, also when its cost is asked for", async () => {
  const { tasks, client, target, held } = await openLockedByAnswer();
  const handle = tasks.submit({ baseUrl, request: imageRequest, target });
  const release = await held;
  const stopped = tasks.stop(handle.key);
  await release();
  await stopped;
  expect(tasks.get(handle.key)).toMatchObject({ id: "id-1", state: "stopped" });
  await expect.poll(() => client.polls.length).toBeGreaterThan(0);
  expect(tasks.get(handle.key)).toMatchObject({ id: "id-1", state: "stopped" });
});

test("a window that is closed while the journal is locked sends no request that is not recorded", async () => {
  const folder = await temporaryFolder();
  const { tasks, client, target } = await openScripted({}, { folder });
  const release = await holdLock(join(folder, "journal", "tasks.sqlite"));
  const end = tasks.submit({ baseUrl, request: imageRequest, target }).end();
  const outcome = expect(end).rejects.toMatchObject({ name: "ServiceError" });
  await tasks.close();
  await outcome;
  await release();
  const next = await openScripted({}, { folder });
  expect(next.tasks.list()).toEqual([]);
  expect([client.posts, next.client.posts]).toEqual([0, 0]);
});

test("ten thousand pending tasks of an ended process are taken over without blocking this thread", async () => {
  const count = 10_000;
  const folder = await temporaryFolder();
  const journal = await Journal.open(join(folder, "tasks.sqlite"), undefined);
  await journal.write(() => {
    for (let index = 0; index < count; index += 1) {
      const key = `0190aabbccdd-${String(index).padStart(5, "0")}`;
      const target = { folder: join(folder, "out"), pattern: "{slug}" };
      const task = { key, baseUrl, request: imageRequest, model: "painter", prompt: "A red fox", target, origin: {}, createdAt: 1 };
      journal.tasks.add(task, "gone");
      journal.tasks.accept(key, `id-${index}`, Date.now(), "gone");
    }
  });
  await journal.close();
  const copies = await Promise.all([1, 2, 3].map(temporaryFolder));
  for (const copy of copies) await cp(join(folder, "tasks.sqlite"), join(copy, "tasks.sqlite"));
  const blocked = await measureBlocking(copies.length, async (round) => {
    const client = scriptedClient({ poll: () => "pending" });
    const tasks = await openTasks({ folder: copies[round] ?? folder, client: async () => client });
    await expect.poll(() => client.polls.length).toBeGreaterThan(10);
    expect(tasks.list({ limit: 50 })).toHaveLength(50);
    await tasks.close();
  });
  expect(blocked).toBeLessThan(800);
});
