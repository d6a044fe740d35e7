/** Groups the parser's tokens into top-level blocks, and determines whether a block leaves HTML elements open. */
import type { Token } from "./parser.ts";

export interface Block {
  type: string;
  tokens: Token[];
  /** Lines of the source, end exclusive. */
  start: number;
  end: number;
}

export function groupBlocks(tokens: readonly Token[]): Block[] {
  const blocks: Block[] = [];
  for (const token of tokens) {
    const last = blocks.at(-1);
    if (token.level === 0 && token.nesting >= 0) {
      const [start, end] = token.map ?? [last?.end ?? 0, last?.end ?? 0];
      blocks.push({ type: token.type, tokens: [token], start, end });
    } else last?.tokens.push(token);
  }
  return blocks;
}

export function isList(block: Block): boolean {
  return block.type === "bullet_list_open" || block.type === "ordered_list_open";
}

/** First lines of the list's own items, without nested ones. */
export function itemStarts(list: Block): number[] {
  return list.tokens.flatMap((token) => (token.type === "list_item_open" && token.level === 1 && token.map ? [token.map[0]] : []));
}

/** Whether the list is loose; undefined if it has no paragraphs of its own. */
export function isLoose(list: Block): boolean | undefined {
  const paragraphs = list.tokens.filter((token) => token.type === "paragraph_open" && token.level === 2);
  return paragraphs.length === 0 ? undefined : paragraphs.some((token) => !token.hidden);
}

/** Whether each item of the list has a paragraph of its own. Only then do the tokens show whether the list is loose. */
export function everyItemHasParagraph(list: Block): boolean {
  let items = 0;
  let withParagraph = 0;
  let counted = true;
  for (const token of list.tokens) {
    if (token.type === "list_item_open" && token.level === 1) {
      items += 1;
      counted = false;
    }
    if (token.type === "paragraph_open" && token.level === 2 && !counted) {
      withParagraph += 1;
      counted = true;
    }
  }
  return items === withParagraph;
}

export function makeLoose(list: Block): void {
  for (const token of list.tokens) {
    if ((token.type === "paragraph_open" || token.type === "paragraph_close") && token.level === 2) token.hidden = false;
  }
}

const voidElements = new Set("area base br col embed hr img input link meta param source track wbr".split(" "));
const tag = /<!--[\s\S]*?(?:-->|$)|<(\/?)([a-zA-Z][a-zA-Z0-9-]*)(?:"[^"]*"|'[^']*'|[^'">])*>?/g;

/** Tracks the elements that raw HTML leaves open. The text after them is inside them and cannot be rendered separately. */
function followTags(html: string, open: string[]): void {
  for (const match of html.matchAll(tag)) {
    const [whole, slash, sent] = match;
    if (sent === undefined) {
      if (!whole.endsWith("-->")) open.push("!--");
      continue;
    }
    const name = sent.toLowerCase();
    if (slash === "/") {
      const at = open.lastIndexOf(name);
      if (at >= 0) open.length = at;
    } else if (!voidElements.has(name) && !whole.endsWith("/>")) open.push(name);
  }
}

/** The number of leading blocks after which no raw HTML element is open. */
export function countBalancedBlocks(blocks: readonly Block[]): number {
  const open: string[] = [];
  let balanced = 0;
  blocks.forEach((block, index) => {
    for (const token of block.tokens) {
      if (token.type === "html_block") followTags(token.content, open);
      for (const child of token.children ?? []) if (child.type === "html_inline") followTags(child.content, open);
    }
    if (open.length === 0) balanced = index + 1;
  });
  return balanced;
}
