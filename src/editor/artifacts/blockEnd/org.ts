/** The end of a block of Org: a paragraph, a drawer, a table, or a block that cannot contain an image. */
import { type BlockEnd, isBlankLine, lineIndentation } from "./blockEnd.ts";

const item = /^(\s*(?:[-+]|\d+[.)]|\s\*)\s+(?:\[[ X-]\]\s+)?)/i;
const compound = /^(?:quote|center)$/i;

/** When a task is due, below its heading. */
const planning = /^\s*(?:SCHEDULED|DEADLINE|CLOSED):/;
const isHeading = (text = "") => /^\*+\s/.test(text);

export function findOrgEnd(lines: readonly string[], at: number): BlockEnd {
  const line = planning.test(lines[at] ?? "") && isHeading(lines[at - 1]) ? at - 1 : at;
  const closed = endOfClosed(lines, line);
  if (closed !== undefined) return { line: closed, prefix: lineIndentation(lines[closed]) };
  if (isBlankLine(lines[line])) return { line, prefix: "" };
  let end = line;
  while (!isBlankLine(lines[end + 1]) && end + 1 < lines.length && !startsBlock(lines, line, end + 1)) end += 1;
  const marker = item.exec(lines[line] ?? "")?.[1];
  return { line: end, prefix: marker === undefined ? lineIndentation(lines[line]) : " ".repeat(lineIndentation(marker).length + 2) };
}

function startsBlock(lines: readonly string[], line: number, next: number): boolean {
  const [own = "", text = ""] = [lines[line], lines[next]];
  if (isHeading(text) || /^\s*#\+end_/i.test(text)) return true;
  const isSame = (pattern: RegExp) => pattern.test(own) && pattern.test(text);
  if (isSame(/^\s*#\+\w+:/) || isSame(/^\s*\|/)) return false;
  // Properties belong to the heading above them.
  if (isHeading(own)) return !planning.test(text);
  return item.test(text) || /^\s*(?:#\+begin_|\|)/i.test(text);
}

/** The last line of the block or drawer around the line, or of the one that follows a heading. */
function endOfClosed(lines: readonly string[], line: number): number | undefined {
  let open: { first: number; close: RegExp } | undefined;
  for (const [index, text] of lines.entries()) {
    if (open === undefined) {
      const block = /^\s*#\+begin_(\w+)/i.exec(text)?.[1];
      if (block !== undefined && !compound.test(block)) open = { first: index, close: new RegExp(`^\\s*#\\+end_${block}\\s*$`, "i") };
      else if (/^\s*:(?!END:)[\w-]+:\s*$/i.test(text)) open = { first: index, close: /^\s*:END:\s*$/i };
      else if (index > line + 2) return undefined;
    } else if (open.close.test(text)) {
      const between = lines.slice(line + 1, open.first);
      const isBelowHeading = isHeading(lines[line]) && open.first > line && between.every((text) => planning.test(text));
      if ((open.first <= line || isBelowHeading) && line <= index) return index;
      open = undefined;
    }
  }
  return undefined;
}
