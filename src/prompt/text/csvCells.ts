/** Finds the cells of a CSV file in its text, for edits that keep everything else. */
import { endOfQuotedValue, findTable } from "./parseCsv.ts";
import type { TextRange } from "./textRange.ts";

export interface CsvCells {
  /** The names of the columns, without blanks around them. */
  header: readonly TextRange[];
  /** The other rows. A range is without the quotes around the value. */
  rows: readonly (readonly TextRange[])[];
}

export function findCells(text: string): CsvCells {
  const { start, separator } = findTable(text);
  const rows: TextRange[][] = [];
  let row: TextRange[] = [];
  for (let at = start; at < text.length; ) {
    const isQuoted = text[at] === '"';
    const quotes = isQuoted ? (endOfQuotedValue(text, at) ?? text.length) : at;
    let end = quotes;
    while (end < text.length && text[end] !== separator && text[end] !== "\n" && text[end] !== "\r") end += 1;
    row.push(isQuoted ? { start: at + 1, end: quotes - 1 } : { start: at, end });
    const isLast = text[end] !== separator;
    if (isLast) {
      rows.push(row);
      row = [];
    }
    at = end + (text.startsWith("\r\n", end) ? 2 : 1);
  }
  if (row.length > 0) rows.push(row);
  const [header = [], ...others] = rows.filter((cells) => cells.some(({ start, end }) => text.slice(start, end).trim() !== ""));
  return { header: header.map((cell) => trim(text, cell)), rows: others };
}

function trim(text: string, { start, end }: TextRange): TextRange {
  const cell = text.slice(start, end);
  const first = start + cell.length - cell.trimStart().length;
  return { start: first, end: first + cell.trim().length };
}
