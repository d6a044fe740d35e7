/** Finds the ranges of an element that contain a text, in any form of its letters. */
import { type FoldedText, foldText, foldWithRanges } from "../../../contract/foldText.ts";

export function findRanges(root: Element, query: string): Range[] {
  const wanted = foldText(query);
  if (wanted === "") return [];
  const ranges: Range[] = [];
  const texts: { node: Text; start: number; text: FoldedText }[] = [];
  let whole = "";
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT, (node) =>
    node.parentElement?.closest("button, .turn-footer, .code-header") ? NodeFilter.FILTER_REJECT : NodeFilter.FILTER_ACCEPT,
  );
  while (walker.nextNode()) {
    if (!(walker.currentNode instanceof Text)) continue;
    const text = foldWithRanges(walker.currentNode.data);
    texts.push({ node: walker.currentNode, start: whole.length, text });
    whole += text.folded;
  }
  let at = 0;
  const seek = (offset: number) => {
    while (at + 1 < texts.length && (texts[at + 1]?.start ?? 0) <= offset) at += 1;
    const found = texts[at];
    return found && { node: found.node, ...found.text.rangeAt(offset - found.start) };
  };
  for (let start = whole.indexOf(wanted); start >= 0; start = whole.indexOf(wanted, start + wanted.length)) {
    const from = seek(start);
    const to = seek(start + wanted.length - 1);
    if (from === undefined || to === undefined) continue;
    const range = document.createRange();
    range.setStart(from.node, from.start);
    range.setEnd(to.node, to.end);
    ranges.push(range);
  }
  return ranges;
}
