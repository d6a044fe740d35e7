/** What a prompt document says about a model that ends. */
import { expect, test } from "vitest";
import { describeRetirement } from "../../../src/prompt/describeRetirement.ts";

const seconds = (date: string) => Date.parse(date) / 1000;

test("the sentence says whether the model has ended, and what replaces it", () => {
  expect(describeRetirement("a", { at: seconds("2020-01-31"), replacement: "b" })).toBe("`a` was retired on 2020-01-31. `b` replaces it.");
  expect(describeRetirement("a", { at: seconds("2999-01-31") })).toBe("`a` will be retired on 2999-01-31.");
  expect(describeRetirement("a", {})).toBe("`a` is deprecated: it will be retired.");
});
