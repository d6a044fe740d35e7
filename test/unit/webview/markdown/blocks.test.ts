/** How Markdown blocks affect those that follow. */
import { expect, test } from "vitest";
import {
  countBalancedBlocks,
  everyItemHasParagraph,
  groupBlocks,
  isList,
  isLoose,
  itemStarts,
} from "../../../../src/webview/markdown/blocks.ts";
import { createParser } from "../../../../src/webview/markdown/parser.ts";

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

test.for([
  ["nothing open", "a\n\n<b>c</b>\n\nd\n", 3],
  ["an element that is open", "a\n\n<div>\n\nb\n\nc\n", 1],
  ["one that is closed later", "<div>\n\nb\n\n</div>\n\nc\n", 4],
  ["void and self-closed elements", "a<br>b<img src=x>\n\n<hr/>\n\nc\n", 3],
  ["a closing tag of nothing", "</div>\n\na\n", 2],
  ["a quote that holds a bracket", 'a <b title="</b>">\n\nc\n', 0],
  ["an inline element that is open", "a <b>b\n\nc\n", 0],
] as const)("with %s, blocks are complete up to there", ([, markdown, whole]) => {
  expect(countBalancedBlocks(blocksOf(markdown))).toBe(whole);
});

test("a list is loose because of its own paragraphs, not those of a nested list", () => {
  expect(isLoose(list("- a\n- b\n"))).toBe(false);
  expect(isLoose(list("- a\n\n- b\n"))).toBe(true);
  expect(isLoose(list("- # a\n- # b\n"))).toBeUndefined();
  expect(isLoose(list("- a\n  - b\n\n  - c\n- d\n"))).toBe(false);
  expect(everyItemHasParagraph(list("- a\n- # b\n"))).toBe(false);
  expect(itemStarts(list("- a\n  - b\n- c\n\n  d\n- e\n"))).toEqual([0, 2, 5]);
});
