/** Chooses the lines of a long text that are attached: those that the user looks at, and as many around them as fit. */

export interface Lines {
  /** Indexes; `last` is inclusive. */
  first: number;
  last: number;
}

/**
 * At least one line, whole lines, and otherwise at most `most` characters. `focus` grows in both directions; if it is too long itself,
 * its beginning is taken.
 */
export function linesAround(lines: readonly string[], focus: Lines, most: number): Lines {
  const lengthOf = (index: number) => (lines[index]?.length ?? 0) + 1;
  const end = lines.length - 1;
  const first = Math.max(0, Math.min(focus.first, end));
  const chosen = { first, last: first };
  let left = most - lengthOf(first);
  const take = (index: number): boolean => {
    if (index < 0 || index > end || lengthOf(index) > left) return false;
    left -= lengthOf(index);
    return true;
  };
  while (chosen.last < Math.min(focus.last, end) && take(chosen.last + 1)) chosen.last += 1;
  if (chosen.last < Math.min(focus.last, end)) return chosen;
  let [mayGrowUp, mayGrowDown] = [true, true];
  while (mayGrowUp || mayGrowDown) {
    mayGrowUp &&= take(chosen.first - 1);
    if (mayGrowUp) chosen.first -= 1;
    mayGrowDown &&= take(chosen.last + 1);
    if (mayGrowDown) chosen.last += 1;
  }
  return chosen;
}
