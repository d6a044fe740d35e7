/** A place in a text and a change of that text in; the place afterwards out. */

export interface TextChange {
  /** Offset where the replaced text began, UTF-16 code units. */
  rangeOffset: number;
  rangeLength: number;
  text: string;
}

/** A change at the place itself comes after it; a place inside a replaced range moves to the end of the new text. */
export function shiftOffset(offset: number, change: TextChange): number {
  if (change.rangeOffset >= offset) return offset;
  const end = change.rangeOffset + change.rangeLength;
  if (end <= offset) return offset + change.text.length - change.rangeLength;
  return change.rangeOffset + change.text.length;
}
