/** The limits of budgets in the settings, which may hold anything that the user typed. */
import { expect, test } from "vitest";
import { readLimit } from "../../../src/contract/readLimit.ts";

test.each([
  [0, 0],
  [0.5, 0.5],
  [1e300, 1e300],
  ["5", 5],
  [" 0.25 ", 0.25],
  ["0", 0],
  ["", undefined],
  [" ", undefined],
  ["five", undefined],
  ["-1", undefined],
  [-1, undefined],
  [-0, -0],
  [Number.NaN, undefined],
  ["NaN", undefined],
  [Number.POSITIVE_INFINITY, undefined],
  ["Infinity", undefined],
  [null, undefined],
  [true, undefined],
  [{ day: 1 }, undefined],
  [[1], undefined],
  [undefined, undefined],
])("a budget of %j is read as %s", (written, expected) => {
  expect(readLimit(written)).toBe(expected);
});
