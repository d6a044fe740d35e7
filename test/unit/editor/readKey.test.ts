/** Keys as users paste them. */
import { expect, test } from "vitest";
import { readKey } from "../../../src/editor/readKey.ts";

test.each([
  [" sk-1 ", "sk-1"],
  ["Bearer sk-1", "sk-1"],
  ["Authorization: Bearer sk-1", "sk-1"],
  ['"sk-1"', "sk-1"],
  ["", ""],
  ["sk-1\nsk-2", undefined],
  ["OPENAI_API_KEY = sk-1", undefined],
  ["sk-“1”", undefined],
])("%j is %j", (typed, key) => {
  expect(readKey(typed)).toBe(key);
});
