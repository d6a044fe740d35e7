/** The permission to send what one action asks for: whatever happens, the user is asked at most once, and nothing is sent without it. */
import { expect, expectTypeOf, test, vi } from "vitest";
import type { FreeClient, ServiceClient } from "../../../src/client/serviceClient.ts";
import { Allowance } from "../../../src/generations/allowance.ts";
import { BudgetExceeded, requireWithin, type Spending } from "../../../src/generations/spending.ts";
import type { Tasks } from "../../../src/generations/tasks.ts";

const rest = (left: number): Spending[] => [{ period: "day", limit: 1, spent: 1 - left, isUncertain: false }];

/** The transaction that records a task, with the rest of the budget at that moment. */
const record = (left: () => number, estimate: number) => {
  const recorded = vi.fn<() => void>();
  const check = () => requireWithin(rest(left()), estimate);
  const add = async (admit: () => void) => {
    admit();
    recorded();
  };
  return { recorded, send: (allowance: Allowance) => allowance.record(check, add) };
};

test.each([
  ["is free", 0, 0, 0],
  ["fits", 1, 0.5, 0],
  ["fits exactly", 0.5, 0.5, 0],
  ["exceeds the rest", 0.5, 0.6, 1],
  ["is unknown, and something is left", 0.1, undefined, 0],
  ["is unknown, and nothing is left", 0, undefined, 1],
  ["is unknown, and more than everything is spent", -3, undefined, 1],
])("of an action whose cost %s, the user is asked as often as needed", async (_, left, estimate, expected) => {
  for (const isAgreed of [true, false]) {
    const ask = vi.fn(async () => isAgreed);
    const allowance = await Allowance.check(rest(left), estimate, ask);
    expect(ask).toHaveBeenCalledTimes(expected);
    expect(allowance === undefined).toBe(expected === 1 && !isAgreed);
    if (allowance !== undefined) expect(allowance.most).toBeCloseTo(expected === 1 ? Number.POSITIVE_INFINITY : left);
  }
});

test.each([
  ["at once", (sends: (() => Promise<unknown>)[]) => Promise.allSettled(sends.map((send) => send()))],
  [
    "one after the other",
    async (sends: (() => Promise<unknown>)[]) => {
      const ended: PromiseSettledResult<unknown>[] = [];
      for (const send of sends) ended.push(...(await Promise.allSettled([send()])));
      return ended;
    },
  ],
] as const)("the tasks of one action share one question that they ask %s, also if the user refuses", async (_, run) => {
  for (const isAgreed of [true, false]) {
    const ask = vi.fn(async () => isAgreed);
    const allowance = await Allowance.check(rest(1), 0.9, ask);
    // Another window has spent the rest since.
    const { recorded, send } = record(() => 0, 0.3);
    const ended = await run(Array.from({ length: 3 }, () => () => send(allowance ?? expect.unreachable())));
    expect(ask).toHaveBeenCalledTimes(1);
    expect(recorded).toHaveBeenCalledTimes(isAgreed ? 3 : 0);
    expect(ended.map(({ status }) => status)).toEqual(Array.from({ length: 3 }, () => (isAgreed ? "fulfilled" : "rejected")));
    for (const one of ended) if (one.status === "rejected") expect(one.reason).toBeInstanceOf(BudgetExceeded);
  }
});

test("an action that was agreed to is not asked about again when its tasks are recorded", async () => {
  const ask = vi.fn(async () => true);
  const allowance = await Allowance.check(rest(0), undefined, ask);
  const { recorded, send } = record(() => 0, 5);
  await send(allowance ?? expect.unreachable());
  expect([ask.mock.calls.length, recorded.mock.calls.length]).toEqual([1, 1]);
});

test("tasks that fit are recorded, also while others of the action are asked about", async () => {
  const answer = Promise.withResolvers<boolean>();
  const allowance = (await Allowance.check(rest(1), 0.2, () => answer.promise)) ?? expect.unreachable();
  const large = record(() => 0.1, 0.5);
  const small = record(() => 0.1, 0.1);
  const refused = large.send(allowance);
  await small.send(allowance);
  answer.resolve(false);
  await expect(refused).rejects.toBeInstanceOf(BudgetExceeded);
  await small.send(allowance);
  expect([large.recorded.mock.calls.length, small.recorded.mock.calls.length]).toEqual([0, 2]);
});

test("a budget that was raised while the question was open admits the task", async () => {
  let left = 0;
  const allowance = (await Allowance.check(rest(1), 0.2, async () => true)) ?? expect.unreachable();
  const { recorded, send } = record(() => left, 0.5);
  left = 9;
  await send(allowance);
  expect([recorded.mock.calls.length, allowance.isAgreed]).toEqual([1, false]);
});

test("another error is passed on without a question", async () => {
  const allowance = (await Allowance.check([], undefined, () => expect.unreachable())) ?? expect.unreachable();
  await expect(
    allowance.record(
      () => {},
      () => Promise.reject(new Error("locked")),
    ),
  ).rejects.toThrow("locked");
});

test("what does not require a permission cannot send", () => {
  type Billed = Exclude<keyof ServiceClient, keyof FreeClient>;
  expectTypeOf<Billed>().toEqualTypeOf<"createResponse" | "streamResponse" | "submitTask">();
  expectTypeOf<Tasks>().not.toHaveProperty("submit");
});
