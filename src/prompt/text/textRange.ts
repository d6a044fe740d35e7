/** Ranges, edits and positions. All offsets are UTF-16 code units from the start of the document. */

export interface TextRange {
  start: number;
  /** Exclusive. */
  end: number;
}

export interface TextEdit {
  range: TextRange;
  newText: string;
}

/** Zero-based, in UTF-16 code units, as editors count. */
export interface TextPosition {
  line: number;
  character: number;
}

export function containsOffset(range: TextRange, offset: number): boolean {
  return offset >= range.start && offset <= range.end;
}

/** The offsets at which lines start. Lines end with LF or CRLF. */
export function findLineStarts(text: string): number[] {
  const starts = [0];
  for (let at = text.indexOf("\n"); at !== -1; at = text.indexOf("\n", at + 1)) starts.push(at + 1);
  return starts;
}

/** The position of an offset, which must be within the text. */
export function positionAt(lineStarts: readonly number[], offset: number): TextPosition {
  let low = 0;
  let high = lineStarts.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((lineStarts[middle] ?? 0) <= offset) low = middle;
    else high = middle - 1;
  }
  return { line: low, character: offset - (lineStarts[low] ?? 0) };
}

/** Applies edits to a text. They must not overlap; their order does not matter. */
export function applyTextEdits(text: string, edits: readonly TextEdit[]): string {
  const pieces: string[] = [];
  let end = 0;
  for (const { range, newText } of [...edits].sort((a, b) => a.range.start - b.range.start || a.range.end - b.range.end)) {
    pieces.push(text.slice(end, range.start), newText);
    end = range.end;
  }
  return pieces.join("") + text.slice(end);
}
