/** Groups the parser's tokens into top-level blocks. */
import type { Token } from "../../markup/markdown/parser.ts";

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

/** Whether text that may still arrive decides what the block is. */
export function isUncertain({ tokens: [token] }: Block): boolean {
  return token?.meta?.isUncertain === true;
}
