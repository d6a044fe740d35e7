/** Each store keeps what shows that a clock is wrong. */
import { beforeAll, describe, expect, test } from "vitest";
import { storageMilliseconds } from "../../../../src/contract/limits.ts";
import type { TaskStore } from "../../../../src/service/store/taskStore.ts";
import { imageRequest } from "../../providers/requests.ts";
import { completed, imageFile, task } from "./storedTasks.ts";
import { storeKinds } from "./storeKinds.ts";

const request = imageRequest();
const caller = { account: "account-1", name: "account-1" };

describe.each(storeKinds)("$name", ({ prepare, begin, isShared }) => {
  beforeAll(prepare, 300_000);

  /** One service on new data. */
  const openOne = async (...options: Parameters<Awaited<ReturnType<typeof begin>>>) => (await begin())(...options);

  test("keeps the times of its sweeps, and has those of the newest task before the first one", async () => {
    const { tasks } = await openOne();
    expect(await tasks.sweepTimes()).toBeUndefined();
    await tasks.insert(task, request);
    expect(await tasks.sweepTimes()).toEqual({ seenAt: task.createdAt, trustedAt: task.createdAt, heldUntil: undefined });
    for (const heldUntil of [3, undefined]) {
      await tasks.keepSweepTimes({ seenAt: 2, trustedAt: 1, heldUntil });
      expect(await tasks.sweepTimes()).toEqual({ seenAt: 2, trustedAt: 1, heldUntil });
    }
  });

  test("a clock that jumps ahead hides nothing that is not removed, also after another start", async () => {
    let now = task.createdAt;
    const data = await begin();
    const open = () => data({ clock: { now: () => now } });
    const { tasks, close } = await open();
    await tasks.insert(task, request);
    await tasks.finish(task.id, completed([imageFile("token", new Uint8Array(3))]));
    await tasks.keepSweepTimes({ seenAt: now, trustedAt: now, heldUntil: undefined });
    now += 40 * 24 * 3600 * 1000;
    const seen = async ({ get, list, findFile }: TaskStore) => [
      (await get(task.id))?.status,
      (await list(task.account, 10)).length,
      (await findFile("token"))?.size,
    ];
    expect(await seen(tasks)).toEqual(["completed", 1, 3]);
    await tasks.name(task.account, "mine", "digest", task.id);
    expect(await tasks.name(task.account, "mine", "digest", "other")).toBe(false);
    await close();
    if (!isShared) return;
    const { tasks: again } = await open();
    expect(await seen(again)).toEqual(["completed", 1, 3]);
    expect(await again.delete(task.id)).toBe(true);
    expect((await seen(again)).slice(0, 2)).toEqual([undefined, 0]);
  });

  test("a result is old after 30 days of a clock that goes on", async () => {
    let now = task.createdAt;
    const { tasks } = await openOne({ clock: { now: () => now } });
    await tasks.insert(task, request);
    now += storageMilliseconds;
    await tasks.keepSweepTimes({ seenAt: now - 1000, trustedAt: now - 1000, heldUntil: undefined });
    expect(await tasks.get(task.id)).toBeUndefined();
  });

  test("a key that was used while the clock was ahead is not locked when it is right again", async () => {
    let now = Date.now();
    const { accounts } = await openOne({ rate: 1, clock: { now: () => now } });
    const right = now;
    now += 40 * 24 * 3600 * 1000;
    await accounts.countRequest(caller);
    now = right;
    await accounts.countRequest(caller);
    await expect(accounts.countRequest(caller)).rejects.toMatchObject({ code: "rate_limit_exceeded", headers: { "retry-after": "60" } });
    expect(await accounts.requests(caller.account)).toEqual({ minute: 1, day: 1 });
  });
});
