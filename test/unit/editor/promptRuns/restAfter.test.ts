/** What is missing of an answer in its file after an interruption. */
import { expect, test } from "vitest";
import { restAfter } from "../../../../src/editor/promptRuns/restAfter.ts";

test.each([
  ["an empty file", "", "A gull flies", "A gull flies"],
  ["a part", "A gull", "A gull flies", " flies"],
  ["all of it", "A gull flies", "A gull flies", ""],
  ["a part below other text", "# Mine\n\nA gull", "A gull flies", " flies"],
  ["lines that end as on Windows", "A\r\ngull", "A\ngull flies", " flies"],
  ["an answer whose lines end as on Windows", "A\ngull", "A\r\ngull\r\nflies", "\nflies"],
  ["a part that begins again within itself", "xaabaa", "aabaaab", "ab"],
  ["the whole text twice", "gullgull", "gull", ""],
  ["a part of repeated letters", "aaa", "aaaa", "a"],
  ["nothing of it", "Notes", "A gull flies", "A gull flies"],
  ["a part that the user has changed", "A gull!", "A gull flies", "A gull flies"],
  ["text, and an empty answer", "Notes", "", ""],
])("with %s", (_, text, whole, rest) => {
  expect(restAfter(text, whole)).toBe(rest);
});

test("a megabyte of the same letter takes no square of its time", () => {
  expect(restAfter("a".repeat(1_000_000), `${"a".repeat(1_000_000)}b`)).toBe("b");
});
