/** Differences of short texts, word by word. */
import { expect, test } from "vitest";
import { diffWords } from "../../../../src/editor/edits/diffWords.ts";

test.each([
  ["A buoy", "A red buoy", "A +red +buoy"],
  ["A buoy at dusk.", "A buoy at dawn.", "A buoy at -dusk-+dawn+."],
  ["", "A buoy", "+A buoy+"],
  ["A buoy", "A buoy", "A buoy"],
  ["été 灯台", "été 灯台 🗼", "été 灯台+ 🗼+"],
])("%j becomes %j", (before, after, expected) => {
  const parts = diffWords(before, after);
  const marks = { same: "", removed: "-", added: "+" };
  expect(parts.map(({ type, text }) => `${marks[type]}${text}${marks[type]}`).join("")).toBe(expected);
  expect(parts.map(({ type, text }) => (type === "added" ? "" : text)).join("")).toBe(before);
  expect(parts.map(({ type, text }) => (type === "removed" ? "" : text)).join("")).toBe(after);
});
