/** Parses fenced code blocks. Source: CommonMark, "Fenced code blocks"; in addition, blocks of Markdown may contain equal fences. */
import type { MarkdownIt, StateBlock, StateCore, Token } from "markdown-it";
import { afterLine, type OpenFences, openFence } from "./fence.ts";

const opening = /^(`{3,}(?!`)|~{3,}(?!~))(.*)$/;

/** Whether a fenced block has its closing fence. */
interface FenceFacts {
  isClosed: boolean;
}

function readFence(state: StateBlock, start: number, end: number, silent: boolean): boolean {
  const indent = state.sCount[start] ?? 0;
  if (indent - state.blkIndent >= 4) return false;
  const textAt = (line: number) => state.src.slice((state.bMarks[line] ?? 0) + (state.tShift[line] ?? 0), state.eMarks[line]);
  const [, marker, info = ""] = opening.exec(textAt(start)) ?? [];
  const fence = marker === undefined ? undefined : openFence(marker, info);
  if (marker === undefined || fence === undefined) return false;
  if (silent) return true;

  const isInside = (line: number) => line < end && (textAt(line) === "" || (state.sCount[line] ?? 0) >= state.blkIndent);
  let fences: OpenFences | undefined = [fence];
  let line = start + 1;
  for (; isInside(line) && fences !== undefined; line += 1) {
    const next = isInside(line + 1) ? textAt(line + 1) : "";
    if ((state.sCount[line] ?? 0) - state.blkIndent < 4) fences = afterLine(fences, textAt(line), next);
  }
  const isClosed = fences === undefined;
  const token = state.push("fence", "code", 0);
  token.info = info;
  token.markup = marker;
  token.content = state.getLines(start + 1, isClosed ? line - 1 : line, indent, true);
  token.map = [start, line];
  token.meta = { isClosed } satisfies FenceFacts;
  state.line = line;
  return true;
}

/** Whether the text ends inside a code block. Indented code ends with the text that follows it. */
export function isOpenAtEnd(tokens: readonly Token[], index: number): boolean {
  const token = tokens[index];
  if (token?.meta?.isClosed === true) return false;
  return tokens.slice(index + 1).every(({ nesting }) => nesting === -1);
}

/**
 * Only the language is rendered; the rest of the info string, such as a file name, is kept for the block's actions. A block that is not
 * whole is marked.
 */
function markFences(state: StateCore): void {
  const { rest } = state.env;
  state.tokens.forEach((token, index) => {
    if (token.type !== "fence" && token.type !== "code_block") return;
    if (token.info.trim() !== "") token.attrSet("title", state.md.utils.unescapeAll(token.info).trim());
    if (typeof rest === "string" && isOpenAtEnd(state.tokens, index)) token.attrSet("open", rest);
  });
}

export function addFenceRules(parser: MarkdownIt): void {
  parser.block.ruler.at("fence", readFence, { alt: ["paragraph", "reference", "blockquote", "list"] });
  parser.core.ruler.push("fences", markFences);
}
