/** Each store keeps what shows that a clock is wrong. */
import { beforeAll, describe, expect, test } from "vitest";
import { imageRequest } from "../../providers/requests.ts";
import { task } from "./storedTasks.ts";
import { storeKinds } from "./storeKinds.ts";

const request = imageRequest();
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
