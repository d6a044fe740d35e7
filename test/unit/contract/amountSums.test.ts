/** Amounts in different units: each unit has its own sum. */
import { expect, test } from "vitest";
import { type AmountInUnit, writeSums } from "../../../src/contract/amountSums.ts";

test.each<[amounts: AmountInUnit[], unit: string, text: string]>([
  [[], "$", ""],
  [[{ amount: 0.1 }, { amount: 0.18 }], "$", "$0.28"],
  [[{ amount: 70, unit: "credits" }, { amount: 0.28 }], "$", "$0.28 + 70 credits"],
  [[{ amount: 0.1, unit: "$" }, { amount: 0.18 }], "$", "$0.28"],
  [[{ amount: 0.1, unit: "$" }, { amount: 70 }], "credits", "70 credits + $0.1"],
  [
    [
      { amount: 1, unit: "€" },
      { amount: 1, unit: "$" },
      { amount: 1, unit: "€" },
    ],
    "credits",
    "$1 + €2",
  ],
  [[{ amount: 0 }, { amount: 70, unit: "credits" }], "$", "70 credits"],
  [[{ amount: 0 }, { amount: 0, unit: "credits" }], "$", "$0"],
])("%j in a service of %s is written as %s", (amounts, unit, text) => {
  expect(writeSums(amounts, unit)).toBe(text);
});
