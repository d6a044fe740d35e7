/** A row of the Tasks view shows the beginning of a prompt, and its difference from another prompt with the same beginning. */
import { expect, test } from "vitest";
import { shortenPrompt } from "../../../../src/editor/tasks/shortenPrompt.ts";

test.each([
  ["A short prompt", "A short prompt"],
  ["A lighthouse at dusk, in watercolours, with gulls", "A lighthou…h gulls"],
  ["A lighthouse at dusk, in watercolours, with boats", "A lighthou…h boats"],
  ["# A heading\n\nof several lines, and more words", "A heading…e words"],
  ["", ""],
])("%j is shown as %j", (prompt, shown) => {
  expect(shortenPrompt(prompt)).toBe(shown);
});

test("no character is split", () => {
  for (let length = 0; length < 12; length += 1) expect(shortenPrompt(`${"a".repeat(length)}${"🦀".repeat(30)}`).isWellFormed()).toBe(true);
});
