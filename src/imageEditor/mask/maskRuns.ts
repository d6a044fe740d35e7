/** Writes a mask as runs of equal pixels, for messages and for the page's state. */
import type { Mask } from "./mask.ts";

/** For each run, its value and its length; the length in groups of seven bits, the lowest first. */
export function writeRuns({ data }: Mask): Uint8Array<ArrayBuffer> {
  const runs: number[] = [];
  for (let start = 0; start < data.length; ) {
    const value = data[start] ?? 0;
    let end = start + 1;
    while (end < data.length && data[end] === value) end += 1;
    runs.push(value);
    let length = end - start;
    for (; length > 127; length = Math.floor(length / 128)) runs.push((length % 128) + 128);
    runs.push(length);
    start = end;
  }
  return Uint8Array.from(runs);
}

/** undefined: the runs do not fill a mask of this size. */
export function readRuns(runs: Uint8Array, width: number, height: number): Mask | undefined {
  const data = new Uint8Array(width * height);
  let filled = 0;
  for (let at = 0; at < runs.length; ) {
    const value = runs[at] ?? 0;
    at += 1;
    let length = 0;
    for (let factor = 1; ; factor *= 128) {
      const part = runs[at];
      if (part === undefined || factor > 2 ** 28) return undefined;
      at += 1;
      length += (part % 128) * factor;
      if (part < 128) break;
    }
    if (length === 0 || filled + length > data.length) return undefined;
    data.fill(value, filled, filled + length);
    filled += length;
  }
  return filled === data.length ? { width, height, data } : undefined;
}
