/** A document's text and code that is to be part of it in; the lines that the code is a new version of, out. */

export interface LineRange {
  /** Zero-based. */
  first: number;
  /** The last line that belongs to it. */
  last: number;
}

/**
 * A passage begins with the code's first line, which stands in the document once, and ends with the next line that is its last one, such as
 * the bracket that closes a function. undefined: there is no such passage.
 */
export function findPassage(text: string, code: string): LineRange | undefined {
  const toLines = (from: string) => from.split(/\r?\n/).map((line) => line.trimEnd());
  const wanted = toLines(code.replace(/^\s*\n/, "").trimEnd());
  const lines = toLines(text);
  const [begin, end] = [wanted[0], wanted.at(-1)];
  if (wanted.length < 2 || begin === undefined || end === undefined) return undefined;
  const first = lines.indexOf(begin);
  if (first < 0 || lines.indexOf(begin, first + 1) >= 0) return undefined;
  const last = lines.indexOf(end, first + 1);
  return last < 0 ? undefined : { first, last };
}
