/** Requests and results in; the counted tokens and their price out. */
import { expect, test } from "vitest";
import type { TextRequest } from "../../../../src/service/generators/generator.ts";
import { createUsageMeter, priceOf } from "../../../../src/service/work/measureUsage.ts";

const request = (...texts: string[]): TextRequest => ({
  kind: "text",
  model: "demo-text",
  turns: texts.map((text, index) => ({ role: index % 2 === 0 ? "user" : "assistant", text })),
  instructions: undefined,
  effort: undefined,
  webSearch: false,
  imageTool: undefined,
  files: [],
});
const answer = { reasoning: "Think first", text: "Then say it", refusal: undefined, citations: [], hasPicture: false };

test("cached and written tokens add up to the input, reasoning is part of the output, and the total is the sum", () => {
  const usage = createUsageMeter().measure("a", request("One two", "three"), answer, []);
  expect(usage).toEqual({ input: 3, cached: 0, cacheWrite: 3, output: 5, reasoning: 2, total: 8 });
});

test("the longest beginning that the account sent before is cached", () => {
  const meter = createUsageMeter();
  meter.measure("a", request("One two"), answer, []);
  expect(meter.measure("a", request("One two", "three", "four"), answer, [])).toMatchObject({ input: 4, cached: 2, cacheWrite: 2 });
  expect(meter.measure("a", request("One two", "three", "five"), answer, [])).toMatchObject({ input: 4, cached: 3, cacheWrite: 1 });
});

test("another account, model or first turn reads nothing from the cache", () => {
  const meter = createUsageMeter();
  meter.measure("a", request("One two"), answer, []);
  expect(meter.measure("b", request("One two"), answer, []).cached).toBe(0);
  expect(meter.measure("a", { ...request("One two"), model: "demo-text-mini" }, answer, []).cached).toBe(0);
  expect(meter.measure("a", request("Two one"), answer, []).cached).toBe(0);
});

test("files beyond 32 bits do not wrap", () => {
  const size = 4 * 1024 ** 3;
  const usage = createUsageMeter().measure("a", request("x"), undefined, [size, size, size]);
  expect(usage.output).toBe((3 * size) / 64);
  expect(usage.total).toBe(usage.input + usage.output);
  expect(priceOf(usage, { input: 2, output: 10 })).toBe(usage.input * 2 + usage.output * 10);
});
