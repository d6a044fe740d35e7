/** The results of a search without those that stacks hide. */
import { expect, test } from "vitest";
import { stackNumbers } from "../../../../src/generations/library/stackNumbers.ts";

test("the first number of each stack is kept, in order, with its number of results", () => {
  expect(stackNumbers([9, 8, 7, 6, 5], [1, 2, 1, -3, 1])).toEqual({ numbers: [9, 8, 6], sizes: [3, 1, 1], results: 5 });
  expect(stackNumbers([], [])).toEqual({ numbers: [], sizes: [], results: 0 });
});
