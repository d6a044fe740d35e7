/** The user's budget: what counts as spent, and that two windows cannot both spend the same remaining amount of it. */
import { randomUUID } from "node:crypto";
import { expect, onTestFinished, test } from "vitest";
import type { TaskRequest } from "../../../src/contract/wireRequest.ts";
import { estimateAnswer, estimateCost } from "../../../src/generations/estimateCost.ts";
import { openTasks } from "../../../src/generations/openTasks.ts";
import { BudgetExceeded, readSpending, requireWithin, type SpendingLimits } from "../../../src/generations/spending.ts";
import type { SubmitOptions } from "../../../src/generations/submitOptions.ts";
import type { SendingTasks } from "../../../src/generations/tasks.ts";
import { addCost } from "./addCost.ts";
import { imageRequest, openScripted, untilAnswered } from "./imageTask.ts";
import { baseUrl, scriptedClient } from "./scriptedClient.ts";

const textRequest: TaskRequest = {
  interface: "v2",
  kind: "text",
  body: { ai: { model: "writer" }, content: [{ type: "input_text", text: "Hello" }] },
};

function submitWithin(tasks: SendingTasks, target: { folder: string; pattern: string }, limits: SpendingLimits, estimate: number) {
  const check = () => requireWithin(readSpending(tasks.costs, limits, "$", new Date()), estimate);
  const admit: SubmitOptions["admit"] = (record) => record(check);
  return tasks.submit({ baseUrl, request: imageRequest, target, origin: { type: "command", estimate }, admit });
}

test.each([
  ["nothing is spent and the estimate fits", { day: 1 }, 0, 1, undefined],
  ["the estimate is more than the rest of the day", { day: 1, month: 9 }, 0.5, 0.6, "day"],
  ["the estimate is more than the rest of the month", { day: 9, month: 1 }, 0.5, 0.6, "month"],
  ["the budget is used up and nothing is known of the cost", { day: 1 }, 1, undefined, "day"],
  ["something is left and nothing is known of the cost", { day: 1 }, 0.9, undefined, undefined],
  ["the estimate is exactly the rest of the day", { day: 0.3 }, 0.1, 0.2, undefined],
  ["the sum of what is spent is inexact", { day: 1 }, 0.7 + 0.1 + 0.2, undefined, "day"],
  ["the budget is 0", { month: 0 }, 0, undefined, "month"],
  ["the budget is used up and the request costs nothing", { day: 0, month: 1 }, 2, 0, undefined],
  ["there is no budget", {}, 1e9, 1e9, undefined],
] as const)("if %s", (_, limits, spent, estimate, exceeded) => {
  const spendings = readSpending({ spent: () => spent, unknown: () => [] }, limits, "$", new Date());
  const check = () => requireWithin(spendings, estimate);
  if (exceeded === undefined) return expect(check).not.toThrow();
  try {
    check();
    expect.unreachable();
  } catch (error) {
    expect(error).toBeInstanceOf(BudgetExceeded);
    expect(error).toMatchObject({ spending: { period: exceeded }, estimate });
  }
});

test("a day and a month begin at midnight of local time", () => {
  const begins: number[] = [];
  const costs = { spent: (time: number) => begins.push(time), unknown: () => [] };
  readSpending(costs, { day: 1, month: 1 }, "$", new Date(2026, 10, 26, 23, 59));
  expect(begins).toEqual([new Date(2026, 10, 26).getTime(), new Date(2026, 10, 1).getTime()]);
});

test.each([
  ["Europe/Berlin", "2026-03-29T21:59:00Z", "2026-03-28T23:00:00Z", "2026-02-28T23:00:00Z"],
  ["Europe/Berlin", "2026-10-25T22:59:00Z", "2026-10-24T22:00:00Z", "2026-09-30T22:00:00Z"],
  ["America/New_York", "2026-11-02T04:59:00Z", "2026-11-01T04:00:00Z", "2026-11-01T04:00:00Z"],
  // The day begins at one o'clock, because the clock skips midnight.
  ["America/Santiago", "2026-09-06T12:00:00Z", "2026-09-06T04:00:00Z", "2026-09-01T04:00:00Z"],
  ["Asia/Kolkata", "2027-01-01T00:00:00Z", "2026-12-31T18:30:00Z", "2026-12-31T18:30:00Z"],
  ["Pacific/Kiritimati", "2026-02-28T10:00:00Z", "2026-02-28T10:00:00Z", "2026-02-28T10:00:00Z"],
])("in %s at %s, the day began at %s and the month at %s", (zone, now, ...expected) => {
  const { TZ } = process.env;
  onTestFinished(() => {
    if (TZ === undefined) delete process.env.TZ;
    else process.env.TZ = TZ;
  });
  process.env.TZ = zone;
  const begins: string[] = [];
  readSpending(
    { spent: (time) => begins.push(new Date(time).toISOString().replace(".000", "")), unknown: () => [] },
    { day: 1, month: 1 },
    "$",
    new Date(now),
  );
  expect(begins).toEqual(expected);
});

test("two windows that share a journal cannot both spend the rest of a budget", async () => {
  const { tasks, target, folder } = await openScripted({ poll: () => "pending" });
  const otherClient = scriptedClient({ submit: () => randomUUID(), poll: () => "pending" });
  const other = await openTasks({ folder: `${folder}/journal`, client: async () => otherClient });
  onTestFinished(() => other.close());
  const sent = await Promise.allSettled(
    [tasks, other, tasks, other].map(async (window) => untilAnswered(submitWithin(window, target, { day: 2 }, 1))),
  );
  expect(sent.filter(({ status }) => status === "fulfilled")).toHaveLength(2);
  expect(tasks.costs.spent(0, "$")).toBe(2);
  expect(tasks.count()).toBe(2);
});

test("a reported cost replaces the estimate, also when its task is removed; other answers are counted once", async () => {
  const { tasks, target } = await openScripted({
    pollV2: () => ({ contents: { status: 2, text: "Hi", cost: { amount: 0.25, input: 1, output: 1 } }, error: null }),
  });
  const handle = tasks.submit({ baseUrl, request: textRequest, target, origin: { type: "command", estimate: 7 } });
  await handle.end();
  expect(tasks.costs.spent(0, "$")).toBe(0.25);
  await addCost(tasks.answers, "turn-1", Date.now(), { amount: 0.5 });
  await tasks.forget(handle.key);
  expect([tasks.costs.spent(0, "$"), tasks.costs.sum(0), tasks.costs.spent(Date.now() + 60_000, "$")]).toEqual([
    0.75,
    [{ amount: 0.75 }],
    0,
  ]);
});

test("costs in other units have sums of their own, also of removed tasks, and count towards no budget in this unit; the service names none", async () => {
  const amounts = [0.25, 70, 5];
  const { tasks, target } = await openScripted(
    { pollV2: () => ({ contents: { status: 2, text: "Hi", cost: { amount: amounts.shift() ?? 0, unit: "points" } }, error: null }) },
    { unitOf: (_, model) => (model === "demo-text" ? "demo credits" : undefined) },
  );
  const keys: string[] = [];
  for (const model of ["writer", "demo-text", "demo-text"]) {
    const handle = tasks.submit({ baseUrl, request: { ...textRequest, body: { ...textRequest.body, ai: { model } } }, target });
    keys.push((await handle.end()).key);
  }
  await addCost(tasks.answers, "turn-1", Date.now(), { amount: 2, unit: "€" });
  await tasks.forget(keys[2] ?? "");
  const expected = [{ amount: 0.25 }, { amount: 75, unit: "demo credits" }, { amount: 2, unit: "€" }];
  expect(tasks.costs.sum(0)).toEqual(expected);
  expect(["$", "€", "demo credits"].map((unit) => tasks.costs.spent(0, unit))).toEqual([0.25, 2.25, 75.25]);
  expect(tasks.costs.byModel(0).map(({ model, amount, unit }) => [model, amount, unit])).toEqual([
    ["demo-text", 70, "demo credits"],
    ["writer", 0.25, undefined],
  ]);
  const estimateOf = (id: string) => estimateCost(tasks, baseUrl, { ...textRequest, kind: "text" }, { id }, "$");
  expect(["writer", "demo-text"].map(estimateOf)).toEqual([0.25, 0]);
});

test.each([
  ["demo-text", undefined, "$", 0],
  ["demo-text", undefined, "demo credits", undefined],
  ["writer", undefined, "$", undefined],
  ["free", { input: 0, output: 0 }, "$", 0],
  ["half-free", { input: 0, output: 1 }, "$", undefined],
  ["unknown", { input: 0 }, "$", undefined],
])("an answer of %s with the price %o is estimated, for a budget in %s, as %s", (id, price, unit, expected) => {
  const costs = {
    unitOf: (_: string, model: string) => (model === "demo-text" ? "demo credits" : undefined),
    // A request that failed cost nothing.
    newest: () => [0],
  };
  const model = { id, price: price && { image: undefined, second: undefined, output: undefined, ...price } };
  expect(estimateAnswer({ costs }, baseUrl, model, unit)).toBe(expected);
  const body = { ...textRequest.body, ai: { model: id } };
  expect(estimateCost({ costs }, baseUrl, { interface: "v2", kind: "text", body }, { ...model, capabilities: undefined }, unit)).toBe(
    expected,
  );
});
