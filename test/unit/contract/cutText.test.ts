/** Tests where a text is cut. */
import { expect, test } from "vitest";
import { cutText } from "../../../src/contract/cutText.ts";

const family = "\u{1F468}\u200D\u{1F469}\u200D\u{1F467}";

test.each([
  ["a short text", "fox", 5, "fox"],
  ["letters", "lighthouse", 5, "light"],
  ["a letter with an accent of its own", "cafe\u0301 bar", 4, "caf"],
  ["a surrogate pair", "ab\u{1F98A}cd", 3, "ab"],
  ["an emoji of several", `ab${family}cd`, 6, "ab"],
  ["a single character longer than the limit", family, 3, "\u{1F468}\u200D"],
])("of %s, nothing seen as one character is divided", (_, text, units, expected) => {
  expect(cutText(text, units)).toBe(expected);
});
