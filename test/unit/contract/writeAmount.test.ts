/** Amounts with their unit. */
import { expect, test } from "vitest";
import { unitIn, writeAmount } from "../../../src/contract/writeAmount.ts";

test.each([
  [0.28, "$", "en", "$0.28"],
  [0.28, "credits", "en", "0.28 credits"],
  [1234.5, "€", "en", "€1,234.5"],
  [0.00123, "credits", "en", "0.00123 credits"],
  [-0.5, "credits", "en", "-0.5 credits"],
  [-0.5, "$", "en", "-$0.5"],
  [1.5, "USD", "de", "1,5 USD"],
  [2, "credits", "zz-no language", "2 credits"],
])("%d of unit %s in %s", (value, unit, language, text) => {
  expect(writeAmount(value, unit, language)).toBe(text);
});

test.each([
  [{}, "credits"],
  [{ GENERATION_STUDIO_UNIT: " " }, "credits"],
  [{ GENERATION_STUDIO_UNIT: " $ " }, "$"],
])("the unit in the environment %j is %s", (environment, unit) => {
  expect(unitIn(environment)).toBe(unit);
});
