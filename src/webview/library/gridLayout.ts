/** Computes which results of a grid are visible, and where. */

/** CSS pixels. */
const smallestCell = 150;
const gap = 8;
/** Height of the lines below a preview. */
const caption = 46;

export interface GridLayout {
  columns: number;
  rows: number;
  /** Distance between the tops of two rows. */
  rowHeight: number;
}

export function layOut(width: number, total: number): GridLayout {
  const inner = Math.max(1, width - gap);
  const columns = Math.max(1, Math.floor(inner / (smallestCell + gap)));
  const cell = inner / columns - gap;
  return { columns, rows: Math.ceil(total / columns), rowHeight: Math.round(cell * 0.75) + caption + gap };
}

/** The visible rows, plus one on each side. If there are none, `last` is less than `first`. */
export function rowsInSight({ rows, rowHeight }: GridLayout, top: number, height: number): { first: number; last: number } {
  const first = Math.max(0, Math.floor(top / rowHeight) - 1);
  return { first, last: Math.min(rows - 1, Math.floor((top + height) / rowHeight) + 1) };
}

/** The result that a key moves to; undefined: the key does not move. `page`: number of visible rows. */
export function move(key: string, from: number, total: number, columns: number, page: number, isRightToLeft: boolean): number | undefined {
  const forward = isRightToLeft ? -1 : 1;
  const steps: Record<string, number> = {
    ArrowRight: forward,
    ArrowLeft: -forward,
    ArrowDown: columns,
    ArrowUp: -columns,
    PageDown: columns * page,
    PageUp: -columns * page,
    Home: -from,
    End: total - 1 - from,
  };
  const step = steps[key];
  if (step === undefined) return undefined;
  const to = from + step;
  // Moving down to a missing result in the last row selects the last result; Page Down goes as far as possible.
  if (key === "ArrowDown" && to >= total) return Math.floor(from / columns) < Math.floor((total - 1) / columns) ? total - 1 : from;
  if (key === "ArrowUp" && to < 0) return from;
  return Math.min(total - 1, Math.max(0, to));
}
