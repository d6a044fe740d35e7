/** Finds a location from an earlier version of a text. */

/** Code units: enough to be unique, too few to store the document's content. */
const landmarkLength = 80;

/** The text before `offset`, a UTF-16 offset, which serves to find the location again. */
export function landmarkBefore(text: string, offset: number): string {
  return text.slice(Math.max(0, offset - landmarkLength), offset);
}

/**
 * The new end of the text that was before the old `offset`; the occurrence nearest to it, if there are several. If the whole text is gone,
 * the search is repeated for its last line.
 * @returns undefined if neither is found, or no text was remembered.
 */
export function relocate(text: string, offset: number, landmark: string | undefined): number | undefined {
  if (landmark === undefined || landmark.trim() === "") return undefined;
  if (text.slice(0, offset).endsWith(landmark)) return offset;
  const lastLine = landmark.trimEnd().split("\n").at(-1)?.trim() ?? "";
  return nearestEnd(text, offset, landmark) ?? nearestEnd(text, offset, lastLine);
}

function nearestEnd(text: string, offset: number, part: string): number | undefined {
  if (part === "") return undefined;
  let nearest: number | undefined;
  for (let start = text.indexOf(part); start !== -1; start = text.indexOf(part, start + 1)) {
    const end = start + part.length;
    if (nearest === undefined || Math.abs(end - offset) < Math.abs(nearest - offset)) nearest = end;
  }
  return nearest;
}
