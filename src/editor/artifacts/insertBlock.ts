/** Inserts a block of markup below a location: after the block that the location is in, with its indentation and marks. */
import { findAsciidocEnd } from "./blockEnd/asciidoc.ts";
import { type BlockEnd, type FindBlockEnd, isBlankLine, lineIndentation } from "./blockEnd/blockEnd.ts";
import { findHtmlOffset } from "./blockEnd/html.ts";
import { findLatexEnd } from "./blockEnd/latex.ts";
import { findMarkdownEnd } from "./blockEnd/markdown.ts";
import { findMdxEnd } from "./blockEnd/mdx.ts";
import { findOrgEnd } from "./blockEnd/org.ts";
import { findRestructuredTextEnd } from "./blockEnd/restructuredtext.ts";
import { findTypstEnd } from "./blockEnd/typst.ts";
import type { LinkLanguage } from "./linkLanguages.ts";

export interface BlockInsertion {
  /** Zero-based offset, UTF-16 code units. */
  offset: number;
  text: string;
}

export interface InsertedBlock {
  language: LinkLanguage;
  /** Lines separated by `\n`. */
  block: string;
  lineEnding: "\n" | "\r\n";
}

/** One blank line is before and after the block; existing blank lines are used. */
export function insertBlock(text: string, offset: number, { language, block, lineEnding }: InsertedBlock): BlockInsertion {
  // A selection of whole lines ends at the start of the next one, but the block belongs below the last selected line.
  const last = offset > 0 && text[offset - 1] === "\n" ? offset - (text[offset - 2] === "\r" ? 2 : 1) : offset;
  const find = blockEnds[language];
  if (find === "html") return insertElement(text, findHtmlOffset(text, last), block, lineEnding);
  const lines = text.split(/\r\n|\r|\n/);
  const line = text.slice(0, last).split(/\r\n|\r|\n/).length - 1;
  return insertLines(text, lines, find(lines, line), block, lineEnding);
}

function insertLines(text: string, lines: readonly string[], end: BlockEnd, block: string, lineEnding: string): BlockInsertion {
  const { prefix, joint } = end;
  const line = Math.min(end.line, lines.length - 1);
  const blank = prefix.trimEnd();
  const isSeparated = (one: string | undefined) => isBlankLine(one) || one?.trim() === blank;
  const body = block.split("\n").map((one) => (one === "" ? blank : prefix + one));
  const isAfterBlank = isSeparated(lines[line]) && joint === undefined;
  const before = isAfterBlank ? [] : [joint ?? blank];
  const isLast = lines.slice(line + 1).every((one) => isBlankLine(one));
  const after = isLast || isSeparated(lines[line + 1]) ? [] : [blank];
  const offset = offsetOf(text, line + 1);
  return { offset, text: [...before, ...body, ...after].map((one) => lineEnding + one).join("") };
}

/** The offset of the end of a line's text. @param count Number of lines, from 1. */
function offsetOf(text: string, count: number): number {
  let offset = 0;
  for (const { index } of text.matchAll(/\r\n|\r|\n/g)) {
    offset += 1;
    if (offset === count) return index;
  }
  return text.length;
}

function insertElement(text: string, offset: number, block: string, lineEnding: string): BlockInsertion {
  const lineStart = text.lastIndexOf("\n", offset - 1) + 1;
  const own = lineIndentation(text.slice(lineStart, offset));
  const rest = /^[^\r\n]*/.exec(text.slice(offset))?.[0] ?? "";
  const isInside = rest.trim() !== "";
  const indentation = isInside && /^<\//.test(rest) ? `${own}${own.includes("\t") ? "\t" : "  "}` : own;
  const body = block.replaceAll(/^(?=.)/gm, indentation).replaceAll("\n", lineEnding);
  if (isInside) return { offset, text: `${lineEnding}${body}${lineEnding}${own}` };
  const after = text.slice(offset);
  const isBlankBelow = /^(?:\r?\n[ \t]*){2}/.test(after) || after.trim() === "";
  const lead = isBlankLine(text.slice(lineStart, offset)) ? lineEnding : lineEnding + lineEnding;
  return { offset, text: `${lead}${body}${isBlankBelow ? "" : lineEnding}` };
}

/** "html": see `findHtmlOffset`, as its blocks need not end with a line. */
const blockEnds: Record<LinkLanguage, FindBlockEnd | "html"> = {
  markdown: findMarkdownEnd,
  mdx: findMdxEnd,
  html: "html",
  component: "html",
  asciidoc: findAsciidocEnd,
  restructuredtext: findRestructuredTextEnd,
  latex: findLatexEnd,
  typst: findTypstEnd,
  org: findOrgEnd,
};
