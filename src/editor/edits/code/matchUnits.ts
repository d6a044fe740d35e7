/** Finds the units of a document that the units of an answer's code are new versions of. */
import { diffArrays } from "diff";
import type { Unit } from "./units.ts";

/** Milliseconds for one comparison; after that, only names are compared. */
const longestComparison = 200;

/** From the index of each code unit to the index of its document unit. Units without a counterpart are missing. */
export function matchUnits(code: readonly Unit[], document: readonly Unit[]): Map<number, number> {
  const matched = new Map<number, number>();
  const taken = new Set<number>();
  const pair = (one: number, other: number) => {
    matched.set(one, other);
    taken.add(other);
  };
  for (const [one, other] of commonKeys(code, document)) pair(one, other);
  // A definition may have moved, or have other parameters.
  for (const field of ["key", "name"] as const) {
    const own = indexesBy(code, field);
    const others = indexesBy(document, field);
    for (const [text, indexes] of own) {
      const counterparts = others.get(text) ?? [];
      const [one, other] = [indexes[0], counterparts[0]];
      if (indexes.length !== 1 || counterparts.length !== 1 || one === undefined || other === undefined) continue;
      if (!matched.has(one) && !taken.has(other)) pair(one, other);
    }
  }
  return matched;
}

function indexesBy(units: readonly Unit[], field: "key" | "name"): Map<string, number[]> {
  const found = new Map<string, number[]>();
  for (const [index, unit] of units.entries()) {
    const text = unit[field];
    if (text === undefined || text === "" || unit.name === undefined) continue;
    found.set(text, [...(found.get(text) ?? []), index]);
  }
  return found;
}

function commonKeys(code: readonly Unit[], document: readonly Unit[]): [number, number][] {
  const keysOf = (units: readonly Unit[]) => units.map(({ key, type }, index) => (type === "elision" ? `\n${index}` : key));
  const parts = diffArrays(keysOf(document), keysOf(code), { timeout: longestComparison }) ?? [];
  const pairs: [number, number][] = [];
  let [one, other] = [0, 0];
  for (const { added, removed, value } of parts) {
    if (!added && !removed) for (let step = 0; step < value.length; step += 1) pairs.push([one + step, other + step]);
    if (!removed) one += value.length;
    if (!added) other += value.length;
  }
  return pairs;
}

/** Whether a statement is probably another version of one in the document. */
export function areSimilar(one: Unit, other: Unit): boolean {
  if ((one.type === "statement") !== (other.type === "statement")) return false;
  if (one.name !== undefined && other.name !== undefined && one.type === "definition") return one.name === other.name;
  const exit = /^(?:return|raise|throw)\b/;
  if (exit.test(one.key) && exit.test(other.key)) return true;
  // A statement that uses what it assigns follows the earlier assignment.
  const target = /^([\w.$[\]]+)\s*=(?!=)(.*)$/.exec(one.key);
  if (target !== null && (target[2] ?? "").includes(target[1] ?? "")) return false;
  const [words, others] = [wordsOf(one.key), wordsOf(other.key)];
  const shared = words.filter((word) => others.includes(word)).length;
  return words[0] === others[0] && shared > 1 && (2 * shared) / (words.length + others.length) >= 0.7;
}

function wordsOf(text: string): string[] {
  return [...new Set(text.match(/[\p{L}\p{N}_$]+/gu) ?? [])];
}
