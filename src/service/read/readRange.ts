/** Reads which part of a file a `Range` header requests. Source: RFC 9110, 14.1.2 and 14.2. */

export interface ByteRange {
  /** Position of the first byte. */
  start: number;
  /** Position after the last byte. */
  end: number;
}

/** `size` in bytes. undefined: send the whole file, because there is no range, or several, or it is invalid or has an unknown unit. */
export function readRange(header: string | undefined, size: number): ByteRange | "unsatisfiable" | undefined {
  const [, first, last] = /^bytes=\s*(\d*)-(\d*)\s*$/i.exec(header ?? "") ?? [];
  if (first === undefined || last === undefined || first + last === "") return undefined;
  if (first === "") {
    const length = Math.min(Number(last), size);
    return length === 0 ? "unsatisfiable" : { start: size - length, end: size };
  }
  const start = Number(first);
  const end = last === "" ? size : Math.min(Number(last) + 1, size);
  if (last !== "" && Number(last) < start) return undefined;
  return start >= size ? "unsatisfiable" : { start, end };
}
