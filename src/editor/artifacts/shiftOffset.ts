export interface TextChange {
  /** Offset where the replaced text began, UTF-16 code units. */
  rangeOffset: number;
  rangeLength: number;
  text: string;
}

/** Where an offset is after a change. A change at the offset itself comes after it; inside a replaced range it moves to the end of the new text. */
export function shiftOffset(offset: number, change: TextChange): number {
  if (change.rangeOffset >= offset) return offset;
  const end = change.rangeOffset + change.rangeLength;
  if (end <= offset) return offset + change.text.length - change.rangeLength;
  return change.rangeOffset + change.text.length;
}
