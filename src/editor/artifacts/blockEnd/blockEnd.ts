/** Where a block of markup can be inserted below a location, without breaking the block that the location is in. */

export interface BlockEnd {
  /** Zero-based; the block is inserted below this line. */
  line: number;
  /** The beginning of each inserted line: indentation, marks of a quote. */
  prefix: string;
  /** A line that joins the block to the one before it, instead of a blank line. */
  joint?: string;
}

/** @param lines The document, without line breaks. @param line Zero-based. */
export type FindBlockEnd = (lines: readonly string[], line: number) => BlockEnd;

export function isBlankLine(line: string | undefined): boolean {
  return line === undefined || line.trim() === "";
}

export function lineIndentation(line: string | undefined): string {
  return /^[ \t]*/.exec(line ?? "")?.[0] ?? "";
}

/** The last line before a blank one, or before one at which `stops` returns true. */
export function endOfParagraph(lines: readonly string[], line: number, stops: (line: string) => boolean = () => false): number {
  let end = line;
  while (!isBlankLine(lines[end]) && !isBlankLine(lines[end + 1]) && !stops(lines[end + 1] ?? "")) end += 1;
  return end;
}
