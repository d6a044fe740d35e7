/** Replaces lines of a document. */

export interface LineEdit {
  first: number;
  /** Exclusive. */
  end: number;
  lines: readonly string[];
}

export function applyEdits(lines: readonly string[], edits: readonly LineEdit[]): string[] {
  const result = [...lines];
  // From the end, so that lines keep their numbers. At the same line, an insertion goes before what is replaced.
  const ordered = edits
    .map((edit, index) => ({ ...edit, index, isInsertion: Number(edit.end === edit.first) }))
    .toSorted((one, other) => other.first - one.first || one.isInsertion - other.isInsertion || other.index - one.index);
  for (const { first, end, lines: added } of ordered) result.splice(first, end - first, ...added);
  return result;
}
