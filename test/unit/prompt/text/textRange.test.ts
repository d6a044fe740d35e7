/** Edits of a text. */
import { expect, test } from "vitest";
import { applyTextEdits } from "../../../../src/prompt/text/textRange.ts";

test.each([
  ["nothing", "abc", [], "abc"],
  ["a replacement", "abc", [[1, 2, "X"]], "aXc"],
  [
    "edits in any order",
    "abcdef",
    [
      [4, 5, ""],
      [0, 0, ">"],
      [6, 6, "<"],
    ],
    ">abcdf<",
  ],
  [
    "an insertion before a replacement at the same offset",
    "abc",
    [
      [1, 2, "X"],
      [1, 1, "-"],
    ],
    "a-Xc",
  ],
  [
    "two insertions at the same offset, as listed",
    "ab",
    [
      [1, 1, "1"],
      [1, 1, "2"],
    ],
    "a12b",
  ],
] as const)("applies %s", (_name, text, edits, expected) => {
  expect(
    applyTextEdits(
      text,
      edits.map(([start, end, newText]) => ({ range: { start, end }, newText })),
    ),
  ).toBe(expected);
});

test("many edits take linear time", () => {
  const text = "[ a ]\n".repeat(200_000);
  const edits = Array.from({ length: 200_000 }, (_, line) => ({ range: { start: line * 6 + 1, end: line * 6 + 2 }, newText: "" }));
  const started = process.cpuUsage();
  const result = applyTextEdits(text, edits);
  const { user, system } = process.cpuUsage(started);
  expect(result.startsWith("[a ]\n[a ]\n")).toBe(true);
  expect(result.length).toBe(text.length - edits.length);
  expect((user + system) / 1000).toBeLessThan(1000);
});
