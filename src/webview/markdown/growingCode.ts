/** Reads a growing fenced code block line by line. */
import type { Block } from "./blocks.ts";
import { readCode, readLastLine, readOpening } from "./fence.ts";
import { addSettled, dropTail, lineOffset, type Work } from "./markdownState.ts";
import { theParser } from "./parser.ts";

/** Returns whether the code block can be read line by line. */
export function startCode(work: Work, lines: string, block: Block): boolean {
  const start = lineOffset(lines, block.start);
  const fence = readOpening(lines.slice(start));
  if (fence === undefined) return false;
  const info = theParser()
    .utils.unescapeAll(block.tokens[0]?.info ?? "")
    .trim();
  const [language = ""] = info.split(/\s+/g);
  work.operations.push({ type: "code", block: work.settled.length, language, info });
  addSettled(work, { source: lines.slice(start, start + fence.length), offset: work.tailOffset + start, isCode: true });
  dropTail(work, start + fence.length);
  work.fence = fence;
  return true;
}

/** Returns whether the code block has ended. */
export function showCode(work: Work, lines: string): boolean {
  if (work.fence === undefined) return false;
  const { code, rest } = readCode(work.fence, lines);
  if (code !== "") work.operations.push({ type: "codeLines", lines: code });
  dropTail(work, lines.length - (rest?.length ?? 0));
  if (rest === undefined) return false;
  endCode(work);
  return true;
}

function endCode(work: Work): void {
  work.operations.push({ type: "codeEnd" });
  work.fence = undefined;
}

/** Called when no more text arrives. */
export function finishCode(work: Work): void {
  if (work.fence === undefined) return;
  const lines = readLastLine(work.fence, work.tail);
  if (lines !== "") work.operations.push({ type: "codeLines", lines });
  dropTail(work, work.tail.length);
  endCode(work);
}
