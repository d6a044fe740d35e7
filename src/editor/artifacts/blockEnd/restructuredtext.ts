/** The end of a block of reStructuredText. Source: docutils, reStructuredText Markup Specification. */
import { type BlockEnd, endOfParagraph, isBlankLine, lineIndentation } from "./blockEnd.ts";

/** Directives that contain blocks. Nothing can be inserted into others, such as code, formulas and tables. */
const compound =
  /^\s*\.\. (?:note|warning|tip|hint|important|caution|danger|attention|error|admonition|topic|sidebar|container|compound|epigraph|highlights|pull-quote|versionadded|versionchanged|deprecated|seealso|only|tab|tabs|tab-item|tab-set|card|dropdown|grid|grid-item|grid-item-card|py:\w+|class|rst-class|collapse|details)::/;
const explicit = /^\s*\.\.(?:\s|$)/;
const marker = /^(\s*(?:[-*+•‣⁃]|\(?(?:\d+|[a-zA-Z]|#|[ivxlcdm]+)[.)]|\[#?[\w-]*\])\s+)\S/;
const border = /^\s*=+(?:\s+=+)+\s*$/;

/** A name of the block that follows. */
const target = /^\s*\.\. _[^:]+:\s*$/;

export function findRestructuredTextEnd(lines: readonly string[], line: number): BlockEnd {
  const next = lines.findIndex((text, index) => index > line && !isBlankLine(text));
  const isLiteral = /::\s*$/.test(lines[line] ?? "") && !explicit.test(lines[line] ?? "");
  // Nothing can be inserted between these and what follows.
  if (next > 0 && target.test(lines[line] ?? "")) return findRestructuredTextEnd(lines, next);
  const width = lineIndentation(lines[line]).length;
  const isHead = next > 0 && compound.test(lines[line] ?? "") && lineIndentation(lines[next]).length > width;
  if (isHead) return { line, prefix: lineIndentation(lines[next]) };
  if (next > 0 && isLiteral && lineIndentation(lines[next]).length > width) {
    return { line: endOfIndented(lines, line, width), prefix: lineIndentation(lines[line]) };
  }
  const table = endOfSimpleTable(lines, line);
  if (table !== undefined) return { line: table, prefix: lineIndentation(lines[table]) };
  const closed = outermostClosed(lines, line);
  if (closed !== undefined) return { line: endOfIndented(lines, closed.line, closed.width), prefix: " ".repeat(closed.width) };
  if (isBlankLine(lines[line])) return { line, prefix: "" };
  const end = endOfParagraph(lines, line);
  let first = line;
  while (first > 0 && !isBlankLine(lines[first - 1])) first -= 1;
  const isItem = marker.exec(lines[lastItem(lines, first, line)] ?? "");
  if (isItem?.[1] !== undefined) {
    const next = lines.findIndex((text, index) => index > line && index <= end && marker.test(text));
    // Other items of a list without blank lines follow below.
    return { line: next < 0 ? end : next - 1, prefix: " ".repeat(isItem[1].length) };
  }
  // A literal block or a definition below the paragraph belongs to it.
  return { line: end, prefix: lineIndentation(lines[end]) };
}

function lastItem(lines: readonly string[], first: number, line: number): number {
  for (let index = line; index >= first; index -= 1) if (marker.test(lines[index] ?? "")) return index;
  return first;
}

/** The outermost block around the line whose content is no markup: a comment, code, a directive's options. */
function outermostClosed(lines: readonly string[], line: number): { line: number; width: number } | undefined {
  let found: { line: number; width: number } | undefined;
  let width = isBlankLine(lines[line]) ? Number.POSITIVE_INFINITY : lineIndentation(lines[line]).length;
  let isOpen = explicit.test(lines[line] ?? "") && !compound.test(lines[line] ?? "");
  if (isOpen) found = { line, width: lineIndentation(lines[line]).length };
  for (let index = line - 1; index >= 0 && width > 0; index -= 1) {
    const text = lines[index] ?? "";
    const own = lineIndentation(text).length;
    if (isBlankLine(text) || own >= width) continue;
    isOpen = explicit.test(text) ? !compound.test(text) : /::\s*$/.test(text);
    const isOptions = explicit.test(text) && isOptionLine(lines, index, line);
    if (isOpen || isOptions) found = { line: index, width: own };
    width = own;
  }
  return found !== undefined && endOfIndented(lines, found.line, found.width) >= line ? found : undefined;
}

/** Whether the line is among the options below a directive's first line. */
function isOptionLine(lines: readonly string[], directive: number, line: number): boolean {
  if (isBlankLine(lines[line])) return false;
  return lines.slice(directive + 1, line + 1).every((text) => /^\s+:[\w-]+:/.test(text));
}

/** The last line that is indented more than `width`, after the lines at this width. */
function endOfIndented(lines: readonly string[], line: number, width: number): number {
  let end = line;
  for (let index = line + 1; index < lines.length; index += 1) {
    if (isBlankLine(lines[index])) continue;
    if (lineIndentation(lines[index]).length <= width) break;
    end = index;
  }
  return end;
}

/** The rows of a simple table may have blank lines between them. */
function endOfSimpleTable(lines: readonly string[], line: number): number | undefined {
  let [open, count] = [-1, 0];
  for (let index = 0; index < lines.length; index += 1) {
    if (!border.test(lines[index] ?? "")) continue;
    if (open < 0) [open, count] = [index, 1];
    else count += 1;
    const isLast = count > 1 && isBlankLine(lines[index + 1]);
    if (!isLast) continue;
    if (open <= line && line <= index) return index;
    open = -1;
  }
  return undefined;
}
