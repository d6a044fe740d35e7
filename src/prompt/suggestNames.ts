/** Suggests existing names for a misspelt one. */

/** At most three names whose Damerau-Levenshtein distance is at most a third of the name's length (at least one edit). */
export function suggestNames(name: string, candidates: Iterable<string>): string[] {
  if (name.length > 64) return [];
  const allowed = Math.max(1, Math.floor(name.length / 3));
  return [...candidates]
    .map((candidate) => ({ candidate, distance: editDistance(name.toLowerCase(), candidate.toLowerCase(), allowed) }))
    .filter(({ distance }) => distance <= allowed)
    .sort((a, b) => a.distance - b.distance)
    .slice(0, 3)
    .map(({ candidate }) => candidate);
}

/** The number of edits (insert, remove, replace, swap neighbours) between two texts; if it exceeds `limit`, `limit + 1`. */
function editDistance(from: string, to: string, limit: number): number {
  if (Math.abs(from.length - to.length) > limit) return limit + 1;
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
  return Math.min(previous[to.length] ?? limit + 1, limit + 1);
}
