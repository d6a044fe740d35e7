/** Token counts and costs. */
import { expect, test } from "vitest";
import type { StoredOutput } from "../../../../src/service/store/storedTask.ts";
import { priceOf, UsageMeter } from "../../../../src/service/work/measureUsage.ts";
import { dialogueOf, textRequest } from "../../providers/requests.ts";

const request = (...texts: string[]) => textRequest("", { dialogue: dialogueOf(...texts) });
const answer: StoredOutput = {
  items: [
    { type: "reasoning", summary: ["Think first"] },
    { type: "message", text: "Then say it", citations: [] },
  ],
  incomplete: undefined,
};

test("cached and written tokens add up to the input, reasoning is part of the output, and the total is the sum", () => {
  const usage = new UsageMeter().measure("a", request("One two", "three"), answer, []);
  expect(usage).toEqual({ input: 3, cached: 0, cacheWrite: 3, output: 5, reasoning: 2, total: 8 });
});

test("the longest beginning that the account has sent before is cached", () => {
  const meter = new UsageMeter();
  meter.measure("a", request("One two"), answer, []);
  expect(meter.measure("a", request("One two", "three", "four"), answer, [])).toMatchObject({ input: 4, cached: 2, cacheWrite: 2 });
  expect(meter.measure("a", request("One two", "three", "five"), answer, [])).toMatchObject({ input: 4, cached: 3, cacheWrite: 1 });
});

test("another account, model or first turn reads nothing from the cache", () => {
  const meter = new UsageMeter();
  meter.measure("a", request("One two"), answer, []);
  expect(meter.measure("b", request("One two"), answer, []).cached).toBe(0);
  expect(meter.measure("a", { ...request("One two"), model: "demo-text-mini" }, answer, []).cached).toBe(0);
  expect(meter.measure("a", request("Two one"), answer, []).cached).toBe(0);
});

test("files beyond 32 bits do not overflow", () => {
  const size = 4 * 1024 ** 3;
  const usage = new UsageMeter().measure("a", request("x"), undefined, [size, size, size]);
  expect(usage.output).toBe((3 * size) / 64);
  expect(usage.total).toBe(usage.input + usage.output);
  expect(priceOf({ usage, images: 0, seconds: undefined }, { input: 2, output: 10 })).toBe(usage.input * 2 + usage.output * 10);
});

test("images and seconds have prices of their own, and a price per second needs a duration", () => {
  const usage = new UsageMeter().measure("a", request("x"), undefined, []);
  expect(priceOf({ usage, images: 3, seconds: undefined }, { image: 0.02 })).toBe(60_000);
  expect(priceOf({ usage, images: 0, seconds: 4 }, { second: 0.1 })).toBe(400_000);
  expect(priceOf({ usage, images: 0, seconds: undefined }, { second: 0.1 })).toBeUndefined();
  expect(priceOf({ usage, images: 1, seconds: undefined }, undefined)).toBeUndefined();
  expect(priceOf({ usage, images: 1, seconds: undefined }, { input: undefined })).toBeUndefined();
});

test("the largest reported cost is remembered for an hour at least and for less than two hours, for each model", () => {
  const meter = new UsageMeter();
  const [minute, hour] = [60_000, 3_600_000];
  const start = 1000 * hour + 59 * minute;
  meter.noteCost("video", 900, start);
  meter.noteCost("video", 5, start + minute);
  meter.noteCost("text", 2, start);
  const costs = (...times: number[]) => times.map((time) => meter.largestCost("video", start + time));
  expect(costs(0, minute, hour)).toEqual([900, 900, 900]);
  expect(meter.largestCost("text", start)).toBe(2);
  // The clock may be set back.
  expect(costs(-hour)).toEqual([900]);
  expect(costs(hour + minute, 3 * hour)).toEqual([5, 0]);
});
