/** How Markdown blocks affect those that follow. */
import { expect, test } from "vitest";
import { createParser } from "../../../../src/markup/markdown/parser.ts";
import { everyItemHasParagraph, groupBlocks, isList, isLoose, itemStarts } from "../../../../src/webview/markdown/blocks.ts";

const parser = createParser();
const blocksOf = (markdown: string) => groupBlocks(parser.parse(markdown, { references: {} }));
const list = (markdown: string) => {
  const [block] = blocksOf(markdown);
  if (block === undefined || !isList(block)) throw new Error("no list");
  return block;
};

test("every line of a text is in one block, and nested blocks are part of their outermost one", () => {
  expect(blocksOf("# a\n\n- b\n  > c\n\ntext\nmore\n").map(({ type, start, end }) => [type, start, end])).toEqual([
    ["heading_open", 0, 1],
    ["bullet_list_open", 2, 5],
    ["paragraph_open", 5, 7],
  ]);
  expect(blocksOf("")).toEqual([]);
});

test("a list is loose because of its own paragraphs, not those of a nested list", () => {
  expect(isLoose(list("- a\n- b\n"))).toBe(false);
  expect(isLoose(list("- a\n\n- b\n"))).toBe(true);
  expect(isLoose(list("- # a\n- # b\n"))).toBeUndefined();
  expect(isLoose(list("- a\n  - b\n\n  - c\n- d\n"))).toBe(false);
  expect(everyItemHasParagraph(list("- a\n- # b\n"))).toBe(false);
  expect(itemStarts(list("- a\n  - b\n- c\n\n  d\n- e\n"))).toEqual([0, 2, 5]);
});
