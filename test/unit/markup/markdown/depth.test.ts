/** Deeply nested lists and quotes keep their texts. */
import { expect, test } from "vitest";
import { createParser } from "../../../../src/markup/markdown/parser.ts";

const nestedList = (levels: number) => Array.from({ length: levels }, (_, level) => `${"  ".repeat(level)}- level ${level}`).join("\n");
test.each([
  ["a list of 49 levels", nestedList(49), 49],
  ["a list of 80 levels", nestedList(80), 80],
  ["a list of 600 levels", nestedList(600), 600],
  ["a quote of 120 levels", `${">".repeat(120)} level 0`, 1],
  ["a quote of 5,000 levels", `${">".repeat(5000)} level 0`, 1],
  ["lists in a line", `${"- ".repeat(1000)}level 0`, 1],
  ["quotes and lists", `${"> - ".repeat(300)}level 0`, 1],
])("%s", (_, text, levels) => {
  const html = createParser().render(text, {});
  expect(html.match(/level \d+/g)?.length).toBe(levels);
});
