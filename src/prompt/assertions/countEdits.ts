import { distance } from "fastest-levenshtein";

/** The edit distance of two sequences: how many elements must be added, removed or changed. */
export function countEdits(from: readonly string[], to: readonly string[]): number {
  const known = new Map<string, string>();
  // The library compares UTF-16 units, so each distinct element is encoded as one.
  const encode = (element: string): string => {
    const unit = known.get(element) ?? String.fromCharCode(known.size);
    known.set(element, unit);
    return unit;
  };
  return distance(from.map(encode).join(""), to.map(encode).join(""));
}
