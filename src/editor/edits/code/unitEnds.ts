/** How the units that code replaces end in the document: the commas of lists, and blank lines before a closing bracket. */
import type { LineEdit } from "./applyEdits.ts";
import { isPaired } from "./pairs.ts";
import type { Unit } from "./units.ts";

/** Whether commas separate the units. */
export function hasCommas(document: readonly string[], units: readonly Unit[]): boolean {
  return units.length > 1 && units.slice(0, -1).every(({ last }) => (document[last] ?? "").trimEnd().endsWith(","));
}

/** The last element of a list gets a comma if others are inserted after it. */
export function separateLast(
  document: readonly string[],
  others: readonly Unit[],
  paired: ReadonlyMap<number, number>,
  edits: readonly LineEdit[],
): LineEdit[] {
  const last = others.at(-1);
  if (last === undefined || isPaired(paired, others.length - 1)) return [];
  const lineAt = (index: number) => (document[index] ?? "").trimEnd();
  const isFollowed = edits.some(({ first, end, lines }) => first === last.last + 1 && end === first && lines.length > 0);
  if (!hasCommas(document, others) || !isFollowed || lineAt(last.last).endsWith(",")) return [];
  return [{ first: last.last, end: last.last + 1, lines: [`${lineAt(last.last)},`] }];
}

/** An element that is inserted before one of a list gets the comma that its end in the code did not need. */
export function separateNew(document: readonly string[], others: readonly Unit[], lines: string[]): string[] {
  const last = lines.at(-1) ?? "";
  const hasComment = /(?:^|\s)(?:#|\/\/|--|\*)(?:\s|$)/.test(last);
  return hasCommas(document, others) && !hasComment && /[\]})"'`\w]$/.test(last) ? [...lines.slice(0, -1), `${last},`] : lines;
}

/** An element of a list keeps the comma that follows it, which answers leave out. */
export function endLike(document: readonly string[], counterpart: Unit, lines: string[]): string[] {
  const end = (document[counterpart.last] ?? "").trimEnd();
  const last = lines.at(-1) ?? "";
  const isElement = end.endsWith(",") && /[\]})"'`\w]$/.test(last) && end.at(-2) === last.at(-1);
  return isElement ? [...lines.slice(0, -1), `${last},`] : lines;
}

/**
 * The lines after a body. Blank lines before them are the document's.
 * @param bodyLast The last line of the counterpart's body.
 */
export function closeLike(document: readonly string[], counterpart: Unit, bodyLast: number, lines: readonly string[]): string[] {
  const firstText = (all: readonly string[]) =>
    Math.max(
      0,
      all.findIndex((line) => line.trim() !== ""),
    );
  const kept = document.slice(bodyLast + 1, counterpart.last + 1);
  return endLike(document, counterpart, [...kept.slice(0, firstText(kept)), ...lines.slice(firstText(lines))]);
}
