/** Changes the indentation of code so that it fits where it is inserted. */

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

/** The indentation that all lines have in common. Blank lines do not count. */
export function commonIndentation(lines: readonly string[]): string {
  const filled = lines.filter((line) => line.trim() !== "").map(indentationOf);
  return filled.reduce((common, one) => {
    let length = 0;
    while (length < common.length && common[length] === one[length]) length += 1;
    return common.slice(0, length);
  }, filled[0] ?? "");
}

export interface Reindentation {
  /** The indentation of the code's first line, which is replaced by `to`. */
  from: string;
  to: string;
  /** One level in the document; undefined: unknown, and levels stay as they are. */
  unit: string | undefined;
}

/**
 * Spaces become tabs, or tabs spaces, if the document uses the other. Lines with less indentation than `from`, as inside a string of several
 * lines, are not changed.
 */
export function reindent(lines: readonly string[], { from, to, unit }: Reindentation): string[] {
  const own = indentationUnit(lines.map((line) => (line.startsWith(from) ? line.slice(from.length) : line)));
  return lines.map((line) => {
    if (line.trim() === "") return "";
    if (!line.startsWith(from)) return line;
    return to + convertLevels(line.slice(from.length), own, unit);
  });
}

/** Writes the indentation of a line with the document's unit, if one uses tabs and the other spaces. */
export function convertLevels(line: string, own: string | undefined, unit: string | undefined): string {
  if (own === undefined || unit === undefined || own.startsWith("\t") === unit.startsWith("\t")) return line;
  let levels = 0;
  while (line.startsWith(own, levels * own.length)) levels += 1;
  return unit.repeat(levels) + line.slice(levels * own.length);
}
