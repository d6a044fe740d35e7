/** Ages in the list of conversations. */
import { expect, test } from "vitest";
import { describeAge } from "../../../../../src/webview/chat/conversations/describeAge.ts";

const minute = 60_000;
const day = 24 * 60 * minute;
const now = Date.UTC(2026, 2, 10, 12);

test.for([
  ["this moment", 0, "now"],
  ["59 seconds", minute - 1, "now"],
  ["a minute", minute, "1 min"],
  ["an hour but a moment", 60 * minute - 1, "59 min"],
  ["an hour", 60 * minute, "1 h"],
  ["a day but a moment", day - 1, "23 h"],
  ["a day", day, "1 d"],
  ["a week but a moment", 7 * day - 1, "6 d"],
  ["a week", 7 * day, "3/3/26"],
  ["a clock that was ahead", -3 * day, "now"],
] as const)("%s ago", ([, age, text]) => {
  expect(describeAge(now - age, now)).toBe(text);
});

test("a time outside the calendar's range is left out without an error", () => {
  expect(describeAge(-1e20, now)).toBe("");
});
