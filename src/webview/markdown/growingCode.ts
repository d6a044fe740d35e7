/** Reads a growing fenced code block line by line. */

import { afterLine, readCode, readOpening } from "../../markup/markdown/fence.ts";
import { theParser } from "../../markup/markdown/parser.ts";
import type { Block } from "./blocks.ts";
import { addSettled, dropTail, lineOffset, type Work } from "./markdownState.ts";

/** Returns whether the code block can be read line by line. */
export function startCode(work: Work, lines: string, block: Block): boolean {
  const start = lineOffset(lines, block.start);
  const opened = readOpening(lines.slice(start));
  if (opened === undefined) return false;
  const { fence, length } = opened;
  const info = theParser()
    .utils.unescapeAll(block.tokens[0]?.info ?? "")
    .trim();
  const [language = ""] = info.split(/\s+/g);
  work.operations.push({ type: "code", block: work.settled.length, language, info });
  addSettled(work, { source: lines.slice(start, start + length), offset: work.tailOffset + start, isCode: true });
  dropTail(work, start + length);
  work.fences = [fence];
  return true;
}

/** Takes code from the tail. */
function takeCode(work: Work, length: number): void {
  const last = work.settled.at(-1);
  if (last !== undefined) work.settled[work.settled.length - 1] = { ...last, source: last.source + work.tail.slice(0, length) };
  dropTail(work, length);
}

/** Returns whether the code block has ended. */
export function showCode(work: Work, lines: string): boolean {
  if (work.fences === undefined) return false;
  const { code, fences, rest } = readCode(work.fences, lines, work.ended === undefined ? undefined : work.tail.slice(lines.length));
  if (code !== "") work.operations.push({ type: "codeLines", lines: code });
  takeCode(work, rest === undefined ? code.length : lines.length - rest.length);
  work.fences = fences;
  if (rest === undefined) return false;
  endCode(work, "whole");
  return true;
}

function endCode(work: Work, end: "whole" | "cut"): void {
  work.operations.push({ type: "codeEnd", end });
  work.fences = undefined;
}

/** Called when no more text arrives. */
export function finishCode(work: Work): void {
  if (work.fences === undefined) return;
  const isClosed = work.tail !== "" && afterLine(work.fences, work.tail, "") === undefined;
  // The parser ends each line of code with a line feed.
  if (work.tail !== "" && !isClosed) work.operations.push({ type: "codeLines", lines: `${work.tail}\n` });
  takeCode(work, work.tail.length);
  endCode(work, isClosed || work.ended === "whole" ? "whole" : "cut");
}
