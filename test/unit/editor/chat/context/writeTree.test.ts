/** The text written for a folder. */
import { expect, test } from "vitest";
import { joinTexts, longestContext } from "../../../../../src/editor/chat/context/joinTexts.ts";
import { writeTree } from "../../../../../src/editor/chat/context/writeTree.ts";

test("a tree names each folder once, and each file below its own", () => {
  expect(writeTree(["a.ts", "src/add.ts", "src/deep/in/b.ts", "src/deep/c.ts", "test/in/d.ts", "z.md"])).toEqual([
    "  a.ts",
    "  src/",
    "    add.ts",
    "    deep/",
    "      in/",
    "        b.ts",
    "      c.ts",
    "  test/",
    "    in/",
    "      d.ts",
    "  z.md",
  ]);
  expect(writeTree([])).toEqual([]);
});

test("texts are joined up to the limit, and the rest are counted", () => {
  const long = "x".repeat(longestContext - 10);
  const describe = (count: number) => `(${count} left out)`;
  expect(joinTexts(["one", "two"], "\n", describe)).toBe("one\ntwo");
  expect(joinTexts(["one", long, long, "two"], "\n", describe)).toBe(`one\n${long}\ntwo\n(1 left out)`);
});
