/** Amounts of money as providers and services report them. */
import { expect, test } from "vitest";
import { readAmount } from "../../../src/contract/amount.ts";
import { modelSchema } from "../../../src/contract/models.ts";
import { readCost } from "../../../src/contract/usage.ts";
import { costSchema } from "../../../src/contract/v2.ts";

/** What providers and services write as an amount, and what is known from it. */
const amounts: readonly (readonly [written: unknown, amount: number | undefined])[] = [
  [0, 0],
  [0.25, 0.25],
  ["0.0000025", 0.0000025],
  ["0", 0],
  [" 1e-6 ", 1e-6],
  [-1, undefined],
  ["-1", undefined],
  [-0.000001, undefined],
  ["-Infinity", undefined],
  [Number.POSITIVE_INFINITY, undefined],
  [Number.NaN, undefined],
  ["1e999", undefined],
  // JavaScript's other numbers are no amounts.
  ["0x10", undefined],
  ["0b11", undefined],
  ["0o17", undefined],
  ["Infinity", undefined],
  ["1_000", undefined],
  ["+.5", 0.5],
  ["5.", 5],
  [1e308, undefined],
  ["1e13", undefined],
  [1e12, 1e12],
  ["", undefined],
  ["  ", undefined],
  ["free", undefined],
  ["0.1 USD", undefined],
  [null, undefined],
  [undefined, undefined],
  [true, undefined],
  [[1], undefined],
  [{ amount: 1 }, undefined],
];

test.each(amounts)("the amount %j is %j", (written, amount) => {
  expect(readAmount(written)).toBe(amount);
  expect(readCost({ cost: written })).toBe(typeof written === "object" && written !== null && "amount" in written ? 1 : amount);
  expect(readCost({ cost: { amount: written } })).toBe(amount);
});

test("an amount of v2 that is negative or no number is unknown", () => {
  for (const amount of [-1, Number.NEGATIVE_INFINITY, Number.NaN, null])
    expect(costSchema.parse({ amount }).amount ?? undefined).toBeUndefined();
  expect(costSchema.parse({ amount: 0.5 }).amount).toBe(0.5);
});

test("one price of a model that is not valid leaves the others known", () => {
  const model = modelSchema.parse({ id: "m", price: { input: -1, output: 2, image: "0.1", second: null, request: 3 } });
  expect(model.price).toEqual({ input: undefined, output: 2, image: undefined, second: undefined });
});
