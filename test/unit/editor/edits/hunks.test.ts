/** Line diffs, and their location in a text that was edited since. */
import { describe, expect, test } from "vitest";
import { applyHunks, findHunks, hunkEdit, locateHunks, replaceRange, splitLines } from "../../../../src/editor/edits/hunks.ts";

const lines = (text: string) => splitLines(text);

/** Applies edits as a document would: the last one first. */
function editText(text: string, edits: ReturnType<typeof hunkEdit>[]): string {
  return edits
    .toReversed()
    .reduce((edited, { range, text: inserted }) => replaceRange(splitLines(edited), range, inserted).join("\n"), text);
}

const pairs: [name: string, base: string, changed: string][] = [
  ["nothing", "a\nb\n", "a\nb\n"],
  ["a line", "a\nb\nc\n", "a\nB\nc\n"],
  ["two places", "a\nb\nc\nd\ne\n", "A\nb\nc\nd\nE\n"],
  ["an insertion", "a\nc\n", "a\nb\nc\n"],
  ["a deletion", "a\nb\nc\n", "a\nc\n"],
  ["the first line", "a\nb", "b"],
  ["the last line, without a line break", "a\nb", "a"],
  ["lines after the last one", "a", "a\nb\n"],
  ["everything", "a\nb\nc", "x\ny"],
  ["an empty text", "", "a\nb\n"],
  ["a text that becomes empty", "a\nb\n", ""],
  ["lines that repeat", "}\n}\n}\n", "}\n}\nx\n}\n}\n"],
  ["a line break at the end", "a", "a\n"],
];

describe.each(pairs)("%s", (_, base, changed) => {
  test("is found, and produces the changed text when applied", () => {
    const located = locateHunks(lines(base), findHunks(lines(base), lines(changed)), lines(base));
    expect(applyHunks(lines(base), located).join("\n")).toBe(changed);
  });

  test("returns edits that produce the changed text, all at once or one after the other", () => {
    const hunks = findHunks(lines(base), lines(changed));
    const edits = locateHunks(lines(base), hunks, lines(base)).map((located) => hunkEdit(lines(base), located));
    expect(editText(base, edits)).toBe(changed);
    let text = base;
    for (const hunk of hunks.toReversed()) text = editText(text, [hunkEdit(lines(text), { hunk, state: "open", line: hunk.start })]);
    expect(text).toBe(changed);
  });
});

test("separate changes are separate hunks", () => {
  expect(findHunks(lines("a\nb\nc"), lines("A\nb\nC"))).toEqual([
    { start: 0, removed: ["a"], added: ["A"] },
    { start: 2, removed: ["c"], added: ["C"] },
  ]);
});

test("two long texts without common lines are compared within a second", () => {
  const many = (letter: string) => Array.from({ length: 20_000 }, (_, index) => `${letter}${index}`);
  const start = process.cpuUsage();
  expect(findHunks(many("a"), many("b"))).toHaveLength(1);
  expect(process.cpuUsage(start).user / 1000).toBeLessThan(1000);
});

describe("a hunk in a text that was edited since", () => {
  const base = lines("a\nb\nc\nd\n");
  const location = (changed: string, current: string) =>
    locateHunks(base, findHunks(base, lines(changed)), lines(current)).map(({ state, line }) => [state, line]);

  test.each([
    ["lines were added above", "x\ny\na\nb\nc\nd\n", "open", 4],
    ["lines above were removed", "b\nc\nd\n", "open", 1],
    ["the lines below were edited", "a\nb\nc\nD\nE\n", "open", 2],
    ["the line right above was edited", "a\nB\nc\nd\n", "open", 2],
    ["its line was edited", "a\nb\nc!\nd\n", "conflict", 2],
    ["its line was removed", "a\nb\nd\n", "conflict", 2],
    ["the whole text was replaced", "x\n", "conflict", 2],
    ["its line already reads so", "a\nb\nC\nd\n", "applied", 2],
  ])("when %s", (_, current, state, line) => {
    expect(location("a\nb\nC\nd\n", current)).toEqual([[state, line]]);
  });

  test("that inserts conflicts with an insertion at the same line", () => {
    expect(location("a\nnew\nb\nc\nd\n", "a\nother\nb\nc\nd\n")).toEqual([["conflict", 1]]);
    expect(location("a\nnew\nb\nc\nd\n", "a\nb\nother\nc\nd\n")).toEqual([["open", 1]]);
  });
});

test.each([
  ["in a line", "one two three", [0, 4, 0, 7], "2", "one 2 three"],
  ["over lines", "a\nb\nc", [0, 1, 2, 0], "-\n-", "a-\n-c"],
  ["at the end", "a\n", [1, 0, 1, 0], "b", "a\nb"],
] as const)("a range %s is replaced", (_, text, [fromLine, from, toLine, to], inserted, result) => {
  const range = { start: { line: fromLine, character: from }, end: { line: toLine, character: to } };
  expect(replaceRange(lines(text), range, inserted).join("\n")).toBe(result);
});
