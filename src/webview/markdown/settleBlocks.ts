/** Finds the parts of the tail that later text cannot change, and settles them. */
import { type Block, countBalancedBlocks, groupBlocks, isList, itemStarts } from "./blocks.ts";
import { adoptLooseness, endGrowing, growingHeader, redrawSettled, settleItems, startGrowing } from "./growingBlock.ts";
import { startCode } from "./growingCode.ts";
import {
  addSettled,
  createEnvironment,
  dropTail,
  lineOffset,
  type MarkdownState,
  parse,
  showOpenEnd,
  toHtml,
  type Work,
} from "./markdownState.ts";
import { type Token, theParser } from "./parser.ts";

/** Also matches escapes, so that an escaped bracket is skipped. */
const bracketed = /\\.|\[((?:\\.|[^[\]\\])+)\]/g;
/** A late link definition turns brackets that were plain text into links. */
function redrawReferences(work: Work, known: MarkdownState["references"]): void {
  const labels = new Set(Object.keys(work.references).filter((label) => !Object.hasOwn(known, label)));
  if (labels.size === 0) return;
  const { normalizeReference } = theParser().utils;
  work.settled.forEach(({ source, isCode }, index) => {
    const isGrowing = work.growing !== undefined && index === work.settled.length - 1;
    if (isCode || isGrowing || !source.includes("[")) return;
    if ([...source.matchAll(bracketed)].some(([, label]) => label && labels.has(normalizeReference(label)))) redrawSettled(work, index);
  });
}

/**
 * Settles the tail up to `length`. Its first `growingLines` lines belong to the list or table that it continues.
 * Unless `goesOn`, the list or table ends after them.
 */
export function settle(work: Work, length: number, growingLines: number | undefined, goesOn = false): void {
  const known = work.references;
  const env = createEnvironment(work);
  let rest = work.tail.slice(0, length);
  if (work.growing !== undefined && growingLines !== undefined) {
    const items = rest.slice(0, lineOffset(rest, growingLines));
    settleItems(work, items, env);
    dropTail(work, items.length);
    rest = rest.slice(items.length);
  }
  work.references = env.references;
  if (work.growing !== undefined && !goesOn) endGrowing(work);
  if (rest !== "") {
    showOpenEnd(work, toHtml(parse(work, rest, work.tailOffset, env), env));
    addSettled(work, { source: rest, offset: work.tailOffset, isCode: false });
  }
  dropTail(work, rest.length);
  redrawReferences(work, known);
}

/** The top-level blocks of complete lines in the tail; their line numbers are relative to its start. */
export function readBlocks(work: Work, lines: string, isGrowing: boolean): Block[] {
  const parser = theParser();
  const header = growingHeader(work);
  const env = createEnvironment(work, isGrowing);
  const tokens: Token[] = [];
  // Inline HTML is only found if inline content is parsed too.
  if (lines.includes("<")) tokens.push(...parser.parse(header + lines, env));
  else parser.block.parse(header + lines, parser, env, tokens);
  const blocks = groupBlocks(tokens);
  if (header !== "") {
    for (const block of blocks) {
      block.start = Math.max(0, block.start - 2);
      block.end -= 2;
    }
  }
  return blocks;
}

/** Settles what complete lines determine. Returns whether more may be settled after that. */
export function settleBlocks(work: Work, lines: string): boolean {
  work.checkedLength = lines.length;
  const blocks = readBlocks(work, lines, true);
  const balanced = countBalancedBlocks(blocks);
  const last = blocks.at(-1);
  if (last === undefined) return false;
  const settleBefore = (line: number) => settle(work, lineOffset(lines, line), work.growing && Math.min(blocks[0]?.end ?? line, line));
  if (balanced < blocks.length - 1) {
    // A raw HTML element is open, so the text after it is inside it.
    const open = blocks[balanced];
    if (open && balanced > 0) settleBefore(open.start);
    return false;
  }
  if (lines.slice(lineOffset(lines, last.end)).trim() !== "") {
    settleBefore(last.end);
    return false;
  }
  const followsText = work.growing === undefined && lines.slice(0, lineOffset(lines, last.start)).trim() !== "";
  if (blocks.length > 1 || followsText) {
    settleBefore(last.start);
    return true;
  }
  if (balanced < blocks.length) return false;
  if (last.type === "fence" && work.growing === undefined && startCode(work, lines, last)) return true;
  growLast(work, lines, last);
  return false;
}

/** Settles the parts of the last block that can no longer change: all items of a list except the last, or the rows of a table. */
function growLast(work: Work, lines: string, block: Block): void {
  if (isList(block)) {
    if (work.growing !== undefined) adoptLooseness(work, block);
    const starts = itemStarts(block);
    const last = starts.at(-1);
    if (starts.length < 2 || last === undefined) return;
    const continues = work.growing !== undefined;
    settle(work, lineOffset(lines, last), continues ? last : undefined, continues);
    if (!continues) startGrowing(work, "list", "", block);
  } else if (block.type === "table_open") {
    const from = lineOffset(lines, block.start);
    const to = lineOffset(lines, block.end);
    if (work.growing !== undefined) {
      if (block.end > 0) settle(work, to, block.end, true);
      return;
    }
    const header = lines.slice(from, lineOffset(lines, block.start + 2));
    if (to - from === header.length) return;
    settle(work, to, undefined);
    startGrowing(work, "table", header, block);
  }
}
