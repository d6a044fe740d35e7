/** Markdown rules for raw HTML. A tag is HTML only if its element is allowed and complete; every other tag is text. */
import type { MarkdownIt, StateBlock, StateInline } from "markdown-it";
import { isBlockName, isInlineName, readTag } from "./htmlTags.ts";
import { pairTags } from "./pairTags.ts";

const less = 0x3c;
/** UTF-16 code units; longer preformatted text in HTML is not recognized. */
const longestPreformatted = 5000;

/** Tokens whose meaning depends on text that may still arrive. */
export interface UncertainFacts {
  isUncertain: boolean;
}

/** Whether nothing but blank lines follows a line, so that later text may continue the block. */
export function isAtEnd(state: StateBlock, line: number): boolean {
  return (state.eMarks[line] ?? 0) >= state.src.trimEnd().length;
}

/** A tag that is not HTML is one piece of text, without Markdown in its attributes. */
function readInline(state: StateInline, silent: boolean): boolean {
  const { src, pos, posMax } = state;
  if (src.charCodeAt(pos) !== less) return false;
  const tag = readTag(src, pos);
  if (tag === undefined || pos + tag.source.length > posMax) return false;
  if (!silent) {
    if (tag.isHtml && isInlineOrEnd(tag) && !isNamed(tag, src, pos)) {
      const token = state.push("html_inline", "", 0);
      token.content = tag.source;
    } else state.pending += tag.source;
  }
  state.pos += tag.source.length;
  return true;
}

/** Characters around a tag that are read. */
const longestContext = 20;
const beforeNamed = /(?:^|[\s(“"'])(?:a|an|the|use|using|add|adding|insert|inserting|put|replace|with|or|via|like|each|every|no)\s$/i;

/** Whether the text is about a void element, which would not be seen: `Add a <br> tag`. */
function isNamed({ name, source }: { name: string; source: string }, src: string, pos: number): boolean {
  if (name !== "br" && name !== "wbr") return false;
  const after = src.slice(pos + source.length, pos + source.length + longestContext);
  return beforeNamed.test(src.slice(Math.max(0, pos - longestContext), pos)) || /^['"”’)]?\s+(?:tag|element|character)s?\b/i.test(after);
}

/** The last line of a block's content may close an element that an earlier block opened. */
function isInlineOrEnd({ type, name }: { type: string; name: string }): boolean {
  return isInlineName(name) || type === "close";
}

function startOfBlock(line: string): "preformatted" | "block" | "line" | undefined {
  const [, name = ""] = /^<\/?([a-zA-Z][a-zA-Z0-9-]*)(?=[\s/>]|$)/.exec(line) ?? [];
  if (/^<pre[\s>]/i.test(line)) return "preformatted";
  if (isBlockName(name.toLowerCase())) return "block";
  const tag = readTag(line, 0);
  return tag?.isHtml === true && line.slice(tag.source.length).trim() === "" ? "line" : undefined;
}

/** Lines from a tag to a blank line; preformatted text ends at its closing tag. Source: CommonMark, "HTML blocks". */
function readBlock(state: StateBlock, start: number, end: number, silent: boolean): boolean {
  const from = (state.bMarks[start] ?? 0) + (state.tShift[start] ?? 0);
  const indent = state.sCount[start] ?? 0;
  // Negative: the quote around this one has found that no block begins at this line.
  if (indent < 0 || indent - state.blkIndent >= 4 || state.src.charCodeAt(from) !== less) return false;
  const kind = startOfBlock(state.src.slice(from, state.eMarks[start]));
  if (kind === undefined) return false;
  const found = kind === "preformatted" ? endOfPreformatted(state, start, end) : { line: nextBlank(state, start, end), isUncertain: false };
  if (found === undefined) return false;
  if (silent) return kind !== "line";
  const token = state.push("html_block", "", 0);
  token.map = [start, found.line];
  token.content = state.getLines(start, found.line, state.blkIndent, true);
  token.meta = { isUncertain: found.isUncertain } satisfies UncertainFacts;
  state.line = found.line;
  return true;
}

function nextBlank(state: StateBlock, start: number, end: number): number {
  let line = start + 1;
  while (line < end && !state.isEmpty(line) && (state.sCount[line] ?? 0) >= state.blkIndent) line += 1;
  return line;
}

function endOfPreformatted(state: StateBlock, start: number, end: number): { line: number; isUncertain: boolean } | undefined {
  const from = state.bMarks[start] ?? 0;
  for (let line = start; line < end; line += 1) {
    const [begin = 0, stop = 0] = [state.bMarks[line], state.eMarks[line]];
    if (line > start && !state.isEmpty(line) && (state.sCount[line] ?? 0) < state.blkIndent) return undefined;
    if (/<\/pre\s*>/i.test(state.src.slice(begin, stop))) return { line: line + 1, isUncertain: false };
    if (stop - from > longestPreformatted) return undefined;
  }
  return state.env.rest === "expected" && isAtEnd(state, end - 1) ? { line: end, isUncertain: true } : undefined;
}

export function addHtmlRules(parser: MarkdownIt): void {
  parser.block.ruler.at("html_block", readBlock, { alt: ["paragraph", "reference", "blockquote"] });
  parser.inline.ruler.at("html_inline", readInline);
  parser.core.ruler.after("inline", "html_tags", pairTags);
}
