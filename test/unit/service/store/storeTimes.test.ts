/** Each store keeps what shows that a clock is wrong. */
import { beforeAll, describe, expect, test } from "vitest";
import { imageRequest } from "../../providers/requests.ts";
import { completed, imageFile, task } from "./storedTasks.ts";
import { storeKinds } from "./storeKinds.ts";

const request = imageRequest();
const hour = 3_600_000;
const caller = { account: "account-1", name: "account-1" };

describe.each(storeKinds)("$name", ({ prepare, begin }) => {
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

  test.each([40, 365, -40])("results can be read while the clock is wrong by %i days, and after a day ahead no more", async (days) => {
    let now = task.createdAt;
    const open = await begin();
    const { tasks } = await open({ clock: { now: () => now } });
    await tasks.insert(task, request);
    await tasks.finish(task.id, completed([imageFile("token", new Uint8Array(1))]));
    for (const hours of [days * 24, 0, days * 24, 12]) {
      now = hours === 12 ? now + 12 * hour : task.createdAt + hours * hour;
      expect(await tasks.get(task.id)).toBeDefined();
      expect(await tasks.findFile("token")).toBeDefined();
      expect(await tasks.list(task.account, 3)).toHaveLength(1);
    }
    now += 12 * hour;
    expect((await tasks.get(task.id)) === undefined).toBe(days > 0);
  });

  test("a key that was used while the clock was ahead is not locked when it is right again", async () => {
    let now = Date.now();
    const { accounts } = await openOne({ rate: 1, clock: { now: () => now } });
    const right = now;
    now += 40 * 24 * 3600 * 1000;
    await accounts.countRequest(caller);
    now = right;
    expect(await accounts.requests(caller.account)).toEqual({ minute: 0, day: 0 });
    await accounts.countRequest(caller);
    await expect(accounts.countRequest(caller)).rejects.toMatchObject({ code: "rate_limit_exceeded", headers: { "retry-after": "60" } });
    expect(await accounts.requests(caller.account)).toEqual({ minute: 1, day: 1 });
  });
});
