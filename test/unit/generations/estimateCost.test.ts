/** What a request may cost, for the question before it exceeds a budget: never less than is known, and 0 only if it is certainly free. */
import { describe, expect, test } from "vitest";
import { modelSchema } from "../../../src/contract/models.ts";
import { costSchema } from "../../../src/contract/v2.ts";
import type { TaskRequest, WireRequest } from "../../../src/contract/wireRequest.ts";
import { estimateAnswer, estimateCost, sumEstimates } from "../../../src/generations/estimateCost.ts";
import { BudgetExceeded, requireWithin } from "../../../src/generations/spending.ts";
import type { TasksOptions } from "../../../src/generations/tasks.ts";
import { openScripted } from "./imageTask.ts";
import { baseUrl } from "./scriptedClient.ts";

const painted = { model: "m", prompt: "A fox" };
const image = (n?: number): WireRequest => ({ interface: "v1", kind: "image", body: { ...painted, ...(n === undefined ? {} : { n }) } });
const video = (duration?: number): WireRequest => ({
  interface: "v1",
  kind: "video",
  body: { ...painted, ...(duration === undefined ? {} : { duration }) },
});
const speech = (input: string): WireRequest => ({
  interface: "v1",
  kind: "audio",
  body: { model: "m", input, voice: "alto", format: "mp3" },
});
const answer: WireRequest = { interface: "v1", kind: "text", body: { model: "m", input: "Hello" } };
const textTask: TaskRequest = {
  interface: "v2",
  kind: "text",
  body: { ai: { model: "m" }, content: [{ type: "input_text", text: "Hello" }] },
};
const free = { input: 0, output: 0 };

/** As the service reports them. */
const rows: [string, WireRequest, price: unknown, expected: number | undefined][] = [
  ["an image without a price", image(), undefined, undefined],
  ["an image with a price", image(), { image: 0.5 }, 0.5],
  ["an image that is free", image(), { image: 0 }, 0],
  ["a price of -1, which is not known", image(), { image: -1 }, undefined],
  ["a price that is text", image(), { image: "0.5" }, undefined],
  ["a price that is null", image(), { image: null }, undefined],
  ["a price that is not a number", image(), { image: Number.NaN }, undefined],
  ["an infinite price", image(), { image: Number.POSITIVE_INFINITY }, undefined],
  ["a huge price", image(), { image: 1e300 }, 1e300],
  ["several images", image(3), { image: 0.5 }, 1.5],
  ["no images", image(0), { image: 0.5 }, 0.5],
  ["a negative number of images", image(-2), { image: 0.5 }, 0.5],
  ["a number of images that is none", image(Number.NaN), { image: 0.5 }, 0.5],
  ["an image whose text has a price too", image(), { image: 0, input: 1 }, 1e-6 * 2],
  ["a video with a price for a second", video(4), { second: 0.25 }, 1],
  ["a video of unknown length", video(), { second: 0.25 }, undefined],
  ["a video whose length is none", video(Number.NaN), { second: 0.25 }, undefined],
  ["speech, by its length", speech("x".repeat(80)), { second: 0.5 }, 5],
  ["a text that is streamed", answer, { input: 1, output: 2 }, undefined],
  ["a text that is streamed and free", answer, free, 0],
  ["a text that is streamed, half free", answer, { input: 0, output: 2 }, undefined],
  ["a text whose images are billed", answer, { ...free, image: 0.1 }, undefined],
  ["a text that is read aloud, by the second", answer, { ...free, second: 0.1 }, undefined],
  ["a text as a task", textTask, { input: 1, output: 2 }, undefined],
  ["a text as a task that is free", textTask, free, 0],
  ["a text whose price is -1", textTask, { input: -1, output: -1 }, undefined],
];

test.each(rows)("the estimate of %s", async (_, request, price, expected) => {
  const costs = { unitOf: () => undefined, newest: () => [] };
  const model = modelSchema.parse({ id: "m", price });
  const estimate = estimateCost({ costs }, baseUrl, request, model, "$");
  if (expected === undefined) expect(estimate).toBeUndefined();
  else expect(estimate).toBeCloseTo(expected, 9);
});

test.each([
  [[], 0],
  [[0, 0], 0],
  [[0, 0.5], 0.5],
  [[0.5, 0.25], 0.75],
  [[0.5, undefined], 0.5],
  [[0, undefined], undefined],
  [[undefined, undefined], undefined],
])("the estimates %o are together %s", (estimates, expected) => {
  expect(sumEstimates(estimates)).toBe(expected);
});

test.each([
  [0, 0, true],
  [1, Number.NaN, false],
  [1, Number.POSITIVE_INFINITY, false],
  [1, 1e300, false],
  [1, 1, true],
  [1, 1 + 1e-12, true],
  [1, 1 + 1e-6, false],
  [0, 1e-12, false],
  [-5, undefined, false],
  [Number.NaN, 0.1, false],
])("of a rest of %s, %s is within the budget: %s", (left, estimate, expected) => {
  const check = () => requireWithin([{ period: "month", limit: left, spent: 0, isUncertain: false }], estimate);
  if (expected) expect(check).not.toThrow();
  else expect(check).toThrow(BudgetExceeded);
});

describe("earlier costs", () => {
  /** Costs of text tasks, oldest first; the unit of each is that of the service at that time. */
  async function openWith(costs: readonly (readonly [unknown, string | undefined])[], now: string | undefined) {
    let [unit] = [costs[0]?.[1]];
    const amounts = costs.map(([amount]) => amount);
    const unitOf: TasksOptions["unitOf"] = () => unit;
    const { tasks, target } = await openScripted(
      {
        pollV2: () => {
          const amount = amounts.shift();
          return { contents: { status: 2, text: "Hi", cost: costSchema.parse({ amount }) }, error: null };
        },
      },
      { unitOf },
    );
    for (const [, own] of costs) {
      unit = own;
      await tasks.submit({ baseUrl, request: textTask, target, origin: { type: "command", estimate: 9 } }).end();
    }
    unit = now;
    return tasks;
  }

  test.each([
    ["the highest of them", [[0.25, "$"] as const, [0.5, "$"] as const, [0.1, "$"] as const], "$", 0.5, 0.85],
    ["those recorded without a unit", [[0.25, undefined] as const], "$", 0.25, 0.25],
    ["none in another unit, such as after the unit was changed", [[70, "credits"] as const, [0.25, "$"] as const], "$", 0.25, 0.25],
    ["none, if all are in another unit", [[70, "credits"] as const], "$", undefined, 0],
    ["no negative ones: the estimate counts until a cost is known", [[-5, "$"] as const], "$", undefined, 9],
    ["none that are not numbers", [[Number.NaN, "$"] as const], "$", undefined, 9],
  ])("are estimated by %s", async (_, costs, unit, estimate, spent) => {
    const tasks = await openWith(costs, unit);
    expect(estimateCost(tasks, baseUrl, textTask, { id: "m", price: undefined, capabilities: undefined }, unit)).toBe(estimate);
    expect(tasks.costs.spent(0, unit)).toBeCloseTo(spent, 9);
  });

  test("of the demo are free for a budget in money, and count in their own unit", async () => {
    const tasks = await openWith([[70, "demo credits"]], "demo credits");
    const model = { id: "m", price: undefined, capabilities: undefined };
    const estimates = ["$", "demo credits"].map((unit) => estimateCost(tasks, baseUrl, textTask, model, unit));
    expect([...estimates, estimateAnswer(tasks, baseUrl, model, "$")]).toEqual([0, 70, 0]);
    expect(["$", "demo credits"].map((unit) => tasks.costs.spent(0, unit))).toEqual([0, 70]);
  });
});
