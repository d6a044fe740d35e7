/** Counts the tokens of texts. */

import { expect, test } from "vitest";
import { countTokens, splitTokens } from "../../../src/contract/countTokens.ts";
import { fc } from "../../fuzzing.ts";

test("the tokens add up to the text, and their number is the count", () => {
  fc.assert(
    fc.property(fc.oneof(fc.string(), fc.string({ unit: "grapheme" }), fc.stringMatching(/^[\w\s.,]*é?[\w\s.,]*$/)), (text) => {
      expect(splitTokens(text).join("")).toBe(text);
      expect(countTokens(text)).toBe(splitTokens(text).length);
    }),
  );
});

test("a word includes the space before it, and a long word is several tokens", () => {
  expect(splitTokens("A heron waits.")).toEqual(["A", " heron", " waits", "."]);
  expect(splitTokens("extraordinary")).toEqual(["extraord", "inary"]);
});

test("no token ends in the middle of a surrogate pair", () => {
  for (const token of splitTokens("😀👩‍👩‍👧‍👦𝒳𝒴")) expect(token.isWellFormed()).toBe(true);
});
