/** Suggests existing names for a misspelt one. */

import { distance } from "fastest-levenshtein";
import { t } from "../../contract/translate.ts";

/** How many of the nearest names, by a faster measure, are compared exactly. */
const mostCompared = 20;
/** Of longer names, swapped characters count as two edits; still longer ones are not compared. */
const longest = { withSwaps: 64, atAll: 256 };
/** More candidates than these are found with an index. */
const mostWithoutIndex = 200;
const indexes = new WeakMap<readonly string[], NameIndex>();

/** The number of names that one search returns at most. */
const mostFound = 50;
/** The number of entries of the index that one search reads at most. */
const mostRead = 2000;

/**
 * At most three names whose Damerau-Levenshtein distance is at most a third of the name's length (at least one edit). A long list of candidates is
 * indexed once, so it must not change.
 */
export function suggestNames(name: string, candidates: readonly string[] | ReadonlySet<string>): string[] {
  if (name.length > longest.atAll) return [];
  const allowed = Math.max(1, Math.floor(name.length / 3));
  const from = name.toLowerCase();
  const count = name.length > longest.withSwaps ? distance : countEditsWithSwaps;
  // Without swaps, a distance is at most doubled.
  return nearest(name, candidates)
    .filter((candidate) => Math.abs(candidate.length - name.length) <= allowed)
    .map((candidate) => ({ candidate, atMost: distance(from, candidate.toLowerCase()) }))
    .filter(({ atMost }) => atMost <= 2 * allowed)
    .sort((a, b) => a.atMost - b.atMost)
    .slice(0, mostCompared)
    .map(({ candidate }) => ({ candidate, edits: count(from, candidate.toLowerCase()) }))
    .filter(({ edits }) => edits <= allowed)
    .sort((a, b) => a.edits - b.edits)
    .slice(0, 3)
    .map(({ candidate }) => candidate);
}

function nearest(name: string, candidates: readonly string[] | ReadonlySet<string>): readonly string[] {
  if (!Array.isArray(candidates)) return nearest(name, [...candidates]);
  if (candidates.length <= mostWithoutIndex) return candidates;
  const index = indexes.get(candidates) ?? new NameIndex(candidates);
  indexes.set(candidates, index);
  return index.near(name);
}

/** The number of edits (insert, remove, replace, swap neighbours) between two texts. */
function countEditsWithSwaps(from: string, to: string): number {
  let beforePrevious: number[] = [];
  let previous = Array.from({ length: to.length + 1 }, (_, index) => index);
  for (let row = 1; row <= from.length; row += 1) {
    const current = [row];
    for (let column = 1; column <= to.length; column += 1) {
      const same = from[row - 1] === to[column - 1];
      let best = Math.min((previous[column] ?? 0) + 1, (current[column - 1] ?? 0) + 1, (previous[column - 1] ?? 0) + (same ? 0 : 1));
      if (row > 1 && column > 1 && from[row - 1] === to[column - 2] && from[row - 2] === to[column - 1]) {
        best = Math.min(best, (beforePrevious[column - 2] ?? 0) + 1);
      }
      current.push(best);
    }
    beforePrevious = previous;
    previous = current;
  }
  return previous[to.length] ?? 0;
}

/** An index of names by each two characters that follow each other in them, in any case. The time of a search does not grow with the number of names. */
class NameIndex {
  readonly #names: readonly string[];
  /** By pair, the positions in `names`. */
  readonly #holders = new Map<string, number[]>();

  constructor(names: readonly string[]) {
    this.#names = names;
    for (const [position, name] of names.entries()) {
      for (const pair of pairsOf(name)) {
        const holders = this.#holders.get(pair);
        if (holders === undefined) this.#holders.set(pair, [position]);
        else holders.push(position);
      }
    }
  }

  /** The names that share most of the rarest pairs with `name`. */
  near(name: string): string[] {
    const lists = [...pairsOf(name)].map((pair) => this.#holders.get(pair) ?? []).sort((a, b) => a.length - b.length);
    const shared = new Map<number, number>();
    let read = 0;
    for (const list of lists) {
      for (const position of list.slice(0, mostRead - read)) shared.set(position, (shared.get(position) ?? 0) + 1);
      read += list.length;
      if (read >= mostRead) break;
    }
    const best = [...shared].sort(([, a], [, b]) => b - a).slice(0, mostFound);
    return best.flatMap(([position]) => this.#names[position] ?? []);
  }
}

/** With a mark before the first and after the last character. */
function pairsOf(name: string): Set<string> {
  const marked = `\0${name.toLowerCase()}\0`;
  return new Set(Array.from({ length: marked.length - 1 }, (_, start) => marked.slice(start, start + 2)));
}

/** To be appended to a sentence; empty without a name. */
export function didYouMean(name: string | undefined): string {
  return name === undefined ? "" : t(" Did you mean `{0}`?", name);
}
