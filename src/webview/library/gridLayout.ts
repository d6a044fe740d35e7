/** Which results of a grid are in sight, and where. */

/** CSS pixels. */
const smallestCell = 150;
const gap = 8;
/** The lines below a preview. */
const caption = 46;

export interface GridLayout {
  columns: number;
  rows: number;
  /** From the top of one row to the top of the next. */
  rowHeight: number;
}

export function layOut(width: number, total: number): GridLayout {
  const inner = Math.max(1, width - gap);
  const columns = Math.max(1, Math.floor(inner / (smallestCell + gap)));
  const cell = inner / columns - gap;
  return { columns, rows: Math.ceil(total / columns), rowHeight: Math.round(cell * 0.75) + caption + gap };
}

/** The rows in sight, and one more at each side. `last` is below `first` where there are none. */
export function rowsInSight({ rows, rowHeight }: GridLayout, top: number, height: number): { first: number; last: number } {
  const first = Math.max(0, Math.floor(top / rowHeight) - 1);
  return { first, last: Math.min(rows - 1, Math.floor((top + height) / rowHeight) + 1) };
}

/** Where a key leads from a result; undefined: the key has no such meaning. `page`: rows that are in sight at once. */
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
  // A column ends where its row would not be there; a page goes as far as there is something.
  if (key === "ArrowDown" && to >= total) return Math.floor(from / columns) < Math.floor((total - 1) / columns) ? total - 1 : from;
  if (key === "ArrowUp" && to < 0) return from;
  return Math.min(total - 1, Math.max(0, to));
}
