/** The counterparts of units: from the index of a unit of the code to the index of one of the document. */
import type { Unit } from "./units.ts";

export function isPaired(matched: ReadonlyMap<number, number>, other: number): boolean {
  return [...matched.values()].includes(other);
}

export function previousPair(paired: ReadonlyMap<number, number>, index: number): number | undefined {
  for (let before = index - 1; before >= 0; before -= 1) if (paired.has(before)) return paired.get(before);
  return undefined;
}

export function nextPair(paired: ReadonlyMap<number, number>, units: readonly Unit[], index: number): number | undefined {
  for (let after = index + 1; after < units.length; after += 1) if (paired.has(after)) return paired.get(after);
  return undefined;
}

/** Whether an elision is between a unit and the next one in this direction that has a counterpart. */
export function isElidedBeside(units: readonly Unit[], paired: ReadonlyMap<number, number>, index: number, step: 1 | -1): boolean {
  for (let at = index + step; at >= 0 && at < units.length && !paired.has(at); at += step) if (units[at]?.type === "elision") return true;
  return false;
}
