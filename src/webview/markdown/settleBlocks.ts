/** Finds the parts of the tail that later text cannot change, and settles them. */

import { type ReadEnvironment, type Token, theParser } from "../../markup/markdown/parser.ts";
import { type Block, groupBlocks, isList, isUncertain, itemStarts } from "./blocks.ts";
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

/** Joins the blocks from the one that opened an element to the one that closes it, because they are rendered together. */
function joinBlocks(work: Work, first: number): void {
  const joined = work.settled.slice(first);
  const offset = joined[0]?.offset ?? 0;
  const source = joined.map((block) => block.source).join("");
  const env = createEnvironment(work);
  const tokens = parse(work, source, offset, env);
  joined.forEach((block, index) => {
    if (index > 0) work.operations.push({ type: "block", block: first + index, html: "" });
    work.settled[first + index] = { ...block, source: "", isCode: false };
  });
  work.settled[first] = { source, offset, isCode: false };
  work.operations.push({ type: "block", block: first, html: toHtml(tokens, env) });
  followTags(work, env, first);
}

/** Records the elements that a settled block opens or closes. */
function followTags(work: Work, { tags }: ReadEnvironment, block: number): void {
  if (tags === undefined) return;
  const closed = work.openTags[tags.kept];
  if (closed !== undefined) {
    work.openTags.length = tags.kept;
    joinBlocks(work, closed.block);
  } else work.openTags.push(...tags.opened.map((name) => ({ name, block })));
}

/** Called when no more text arrives: the tags of elements that are still open become text, and with them those that need such a parent. */
export function redrawOpen(work: Work): void {
  const [first] = work.openTags;
  if (first === undefined) return;
  work.openTags = [];
  for (const [block, { source, isCode }] of work.settled.entries())
    if (block >= first.block && !isCode && source.includes("<")) redrawSettled(work, block);
}

/**
 * Settles the tail up to `length`. Its first `growingLines` lines belong to the list or table that it continues.
 * Unless `goesOn`, the list or table ends after them.
 */
export function settle(work: Work, length: number, growingLines: number | undefined, goesOn = false): void {
  const known = work.references;
  const env = createEnvironment(work, work.ended === "cut" ? "missing" : undefined);
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
    const tokens = parse(work, rest, work.tailOffset, env);
    showOpenEnd(work, toHtml(tokens, env));
    addSettled(work, { source: rest, offset: work.tailOffset, isCode: false });
    followTags(work, env, work.settled.length - 1);
  }
  dropTail(work, rest.length);
  redrawReferences(work, known);
}

/** The top-level blocks of complete lines in the tail; their line numbers are relative to its start. */
export function readBlocks(work: Work, lines: string, isGrowing: boolean): Block[] {
  const parser = theParser();
  const header = growingHeader(work);
  const env = createEnvironment(work, isGrowing ? "expected" : undefined);
  const tokens: Token[] = [];
  parser.block.parse(header + lines, parser, env, tokens);
  const blocks = groupBlocks(tokens);
  if (header !== "") {
    for (const block of blocks) {
      block.start = Math.max(0, block.start - 2);
      block.end -= 2;
    }
  }
  return blocks;
}

/**
 * The last block may turn out to be text, which then continues the block before it. Returns whether that is so; if it would continue the
 * block before it, it is removed from the blocks.
 */
function joinUncertain(blocks: Block[]): boolean {
  const last = blocks.at(-1);
  if (last === undefined || !isUncertain(last)) return false;
  if (blocks.at(-2)?.end === last.start) blocks.pop();
  return true;
}

/** Whether a paragraph directly below the definition of a link may turn out to be its title. */
function mayBeTitle({ type, start }: Block, previous: Block, lines: string): boolean {
  if (type !== "paragraph_open" || previous.type !== "reference_definition" || previous.end !== start) return false;
  return /^[ \t]*["'(]/.test(lines.slice(lineOffset(lines, start)));
}

/** Settles what complete lines determine. Returns whether more may be settled after that. */
export function settleBlocks(work: Work, lines: string): boolean {
  work.checkedLength = lines.length;
  const blocks = readBlocks(work, lines, true);
  const isOpen = joinUncertain(blocks);
  const last = blocks.at(-1);
  if (last === undefined) return false;
  const settleBefore = (line: number) => settle(work, lineOffset(lines, line), work.growing && Math.min(blocks[0]?.end ?? line, line));
  if (!isOpen && lines.slice(lineOffset(lines, last.end)).trim() !== "") {
    settleBefore(last.end);
    return false;
  }
  const previous = blocks.at(-2);
  if (previous !== undefined && mayBeTitle(last, previous, lines)) {
    if (blocks.length > 2) settleBefore(previous.start);
    return blocks.length > 2;
  }
  const followsText = work.growing === undefined && lines.slice(0, lineOffset(lines, last.start)).trim() !== "";
  if (blocks.length > 1 || followsText) {
    settleBefore(last.start);
    return true;
  }
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
