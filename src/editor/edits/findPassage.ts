/** Finds the lines of a document that a code block is a new version of. */
import { findHunks, splitLines } from "./hunks.ts";

export interface Passage {
  /** Zero-based. */
  first: number;
  /** Inclusive. */
  last: number;
}

/** Maximum number of candidate end lines to compare: a line with only a bracket can occur very often. */
const mostEnds = 100;

/**
 * The passage begins with the code's first line, which must occur exactly once in the document, and ends with its last line, such as the
 * bracket that closes a function. Of several possible ends, the one with the fewest changed lines is used. undefined: no passage found.
 */
export function findPassage(text: string, code: string): Passage | undefined {
  const toLines = (from: string) => splitLines(from).map((line) => line.trimEnd());
  const wanted = toLines(code.replace(/^\s*\n/, "").trimEnd());
  const lines = toLines(text);
  const [begin, end] = [wanted[0], wanted.at(-1)];
  if (wanted.length < 2 || begin === undefined || end === undefined) return undefined;
  const first = lines.indexOf(begin);
  if (first < 0 || lines.indexOf(begin, first + 1) >= 0) return undefined;
  const ends = lines.flatMap((line, index) => (index > first && line === end ? [index] : [])).slice(0, mostEnds);
  const changed = (last: number) =>
    findHunks(lines.slice(first, last + 1), wanted).reduce((sum, { removed, added }) => sum + removed.length + added.length, 0);
  const [best] = ends.map((last) => ({ last, cost: changed(last) })).toSorted((one, other) => one.cost - other.cost);
  return best && { first, last: best.last };
}
