/** Finds a location again that was remembered of an earlier version of a text. */

/** Code units that are remembered: enough to be found once, too few to keep a document. */
const landmarkLength = 80;

/** The text right before `offset`, an UTF-16 code unit's index, to find the location again by. */
export function landmarkBefore(text: string, offset: number): string {
  return text.slice(Math.max(0, offset - landmarkLength), offset);
}

/**
 * Where the text that stood before the old `offset` ends now: the one nearest to it, if it is there more than once. Where the
 * whole of it is gone, its last line serves.
 * @returns undefined when nothing of it is left, or nothing was remembered.
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
