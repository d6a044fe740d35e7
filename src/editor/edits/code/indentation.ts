/** Changes the indentation of code so that it fits where it is inserted. */
import { linesInTexts, scanLines } from "./scanLines.ts";

export function indentationOf(line: string): string {
  return /^[ \t]*/.exec(line)?.[0] ?? "";
}

/** Columns; a tab counts as four. */
export function widthOf(line: string): number {
  return indentationOf(line).replaceAll("\t", "    ").length;
}

/** One level of indentation, as most lines of the text use it; undefined: no line is indented. */
export function indentationUnit(lines: readonly string[]): string | undefined {
  const indentations = lines.filter((line) => line !== "" && !/^ \*/.test(line)).map(indentationOf);
  const indented = indentations.filter((one) => one !== "");
  if (indented.length === 0) return undefined;
  if (indented.filter((one) => one.startsWith("\t")).length * 2 >= indented.length) return "\t";
  const steps = indentations.map((one) => one.replaceAll("\t", "    ").length);
  const differences = steps.flatMap((step, index) => {
    const before = steps[index - 1] ?? 0;
    return step > before && step - before > 1 ? [step - before] : [];
  });
  return " ".repeat(Math.min(8, ...(differences.length > 0 ? differences : [Math.min(...steps.filter((step) => step > 0))])));
}

/** The indentation that all lines have in common. Blank lines and those inside texts do not count. */
export function commonIndentation(lines: readonly string[]): string {
  const texts = linesInTexts(lines);
  const filled = lines.filter((line, index) => line.trim() !== "" && texts[index] !== true).map(indentationOf);
  return filled.reduce((common, one) => {
    let length = 0;
    while (length < common.length && common[length] === one[length]) length += 1;
    return common.slice(0, length);
  }, filled[0] ?? "");
}

/**
 * Answers often leave out the indentation of the first line only. The lines below it show that: its body is indented more than others, or by
 * more than one level. @param unit One level.
 */
export function withFirstIndented(lines: string[], unit?: string): string[] {
  const [first = "", ...rest] = lines;
  const below = rest.find((line) => line.trim() !== "") ?? "";
  const common = commonIndentation(rest);
  if (!/^\S.*(?<!\\)$/.test(first) || common === "" || (scanLines(lines)[1]?.parentheses ?? 0) > 0) return lines;
  const hasBody = /[:{]$/.test(first.trimEnd()) || /[:{]$/.test(first.slice(0, Math.max(0, first.search(/\s(?:#|\/\/)/))).trimEnd());
  const isClosed = /^\s*(?:[)\]}]|<\/|end\b)/.test(rest.findLast((line) => line.trim() !== "") ?? "");
  // Two levels of two columns may be one of four.
  const isByMore = unit !== undefined && widthOf(unit) >= 4 && common.length > unit.length && common.endsWith(unit);
  const isDeeper = (hasBody || isClosed) && indentationOf(below).length > common.length;
  const lost = isDeeper ? common : hasBody && isByMore ? common.slice(unit.length) : "";
  return [lost + first, ...rest];
}

export interface Reindentation {
  /** The indentation of the code's first line, which is replaced by `to`. */
  from: string;
  to: string;
  /** One level in the document; undefined: unknown, and levels stay as they are. */
  unit: string | undefined;
}

/**
 * Spaces become tabs, or tabs spaces, if the document uses the other. Lines inside a text, and those with less indentation than `from`, are
 * not changed.
 */
export function reindent(lines: readonly string[], { from, to, unit }: Reindentation): string[] {
  const own = indentationUnit(lines.map((line) => (line.startsWith(from) ? line.slice(from.length) : line)));
  const texts = linesInTexts(lines);
  return lines.map((line, index) => {
    if (texts[index] === true) return line;
    if (line.trim() === "") return "";
    if (!line.startsWith(from)) return line;
    return to + convertLevels(line.slice(from.length), own, unit);
  });
}

/** Writes the indentation of a line with the document's unit, if one uses tabs and the other spaces, or the line uses both. */
export function convertLevels(line: string, own: string | undefined, unit: string | undefined): string {
  if (own === undefined || unit === undefined) return line;
  const indentation = indentationOf(line);
  const level = widthOf(own);
  const isOther = unit.startsWith("\t") ? indentation.startsWith(" ".repeat(level)) : indentation.includes("\t");
  if (!isOther) return line;
  const width = widthOf(indentation);
  return unit.repeat(Math.floor(width / level)) + " ".repeat(width % level) + line.slice(indentation.length);
}
