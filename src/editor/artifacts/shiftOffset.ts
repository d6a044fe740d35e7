export interface TextChange {
  /** UTF-16 offset of the replaced text. */
  rangeOffset: number;
  rangeLength: number;
  text: string;
}

/**
 * The offset after a change. A change that begins exactly at the offset does not move it. An offset inside a replaced range moves to the
 * end of the new text.
 */
export function shiftOffset(offset: number, change: TextChange): number {
  if (change.rangeOffset >= offset) return offset;
  const end = change.rangeOffset + change.rangeLength;
  if (end <= offset) return offset + change.text.length - change.rangeLength;
  return change.rangeOffset + change.text.length;
}
