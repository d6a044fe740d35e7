/** What is removed is lost, so that a clock that jumps ahead must not make results old. */
import { expect, test } from "vitest";
import { storageMilliseconds } from "../../../../src/contract/limits.ts";
import { startSweeping } from "../../../../src/service/store/startSweeping.ts";
import { imageRequest } from "../../providers/requests.ts";
import { completed, task } from "./storedTasks.ts";
import { opener } from "./storeKinds.ts";

const hour = 60 * 60 * 1000;
const day = 24 * hour;

/** A service that is started again and again, on the same data. */
async function openSwept() {
  let now = task.createdAt;
  const { tasks } = await opener(undefined)({ clock: { now: () => now } });
  const lines: string[] = [];
  const insert = async (id: string) => {
    await tasks.insert({ ...task, id, createdAt: now }, imageRequest());
    await tasks.finish(id, completed());
  };
  const start = async (time: number) => {
    now = time;
    await (await startSweeping({ store: tasks, queue: undefined, clock: { now: () => now }, log: (line) => lines.push(line) })).close();
  };
  /** The tasks that were not removed, with a clock that shows all of them. */
  const kept = async () => {
    const before = now;
    now = task.createdAt;
    const found = (await tasks.list(task.account, 100)).map(({ id }) => id);
    now = before;
    return found.toSorted();
  };
  return { insert, start, kept, lines, begin: task.createdAt };
}

test("one start with a clock that is 40 days ahead removes nothing, and says so", async () => {
  const { insert, start, kept, lines, begin } = await openSwept();
  await insert("a");
  await start(begin);
  await start(begin + 40 * day);
  await start(begin + 40 * day + 23 * hour);
  expect(await kept()).toEqual(["a"]);
  expect(lines).toEqual([expect.stringMatching(/^the clock is 40\.0 days ahead of the last check for old results: until \S+, only those/)]);
  await start(begin + hour);
  await start(begin + 2 * hour);
  expect(await kept()).toEqual(["a"]);
});

test("neither does the first start of a version that keeps the time of its checks", async () => {
  const { insert, start, kept, begin } = await openSwept();
  await insert("a");
  await start(begin + 40 * day);
  expect(await kept()).toEqual(["a"]);
});

test("a time that lasts for a day is right", async () => {
  const { insert, start, kept, lines, begin } = await openSwept();
  await insert("a");
  await start(begin);
  for (const hours of [0, 23, 25]) await start(begin + 40 * day + hours * hour);
  expect([await kept(), lines.length]).toEqual([[], 1]);
});

test("a service that is started once a week removes what was old a week ago", async () => {
  const { insert, start, kept, begin } = await openSwept();
  await insert("a");
  for (let week = 0; week * 7 * day <= storageMilliseconds + 14 * day; week += 1) await start(begin + week * 7 * day);
  expect(await kept()).toEqual([]);
});

test("a service that runs all the time removes results after 30 days", async () => {
  const { insert, start, kept, lines, begin } = await openSwept();
  await insert("a");
  for (let time = 0; time < storageMilliseconds; time += 12 * hour) await start(begin + time);
  expect(await kept()).toEqual(["a"]);
  await start(begin + storageMilliseconds);
  expect([await kept(), lines]).toEqual([[], []]);
});
