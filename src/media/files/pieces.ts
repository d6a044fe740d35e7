/** A changed file as parts of the original and new bytes, so that a file of any size is changed without reading it into memory. */
import type { ByteSource } from "./byteSource.ts";

/** Bytes of the original file, from `from` to `to` (exclusive), or new bytes. */
export type Piece = { from: number; to: number } | Uint8Array;

const blockBytes = 256 * 1024;

export function lengthOf(piece: Piece): number {
  return piece instanceof Uint8Array ? piece.length : Math.max(0, piece.to - piece.from);
}

/** The changed file, as a source for the next change. */
export function sourceOfPieces(source: ByteSource, pieces: readonly Piece[]): ByteSource {
  return {
    size: pieces.reduce((sum, piece) => sum + lengthOf(piece), 0),
    async read(offset, length) {
      const parts: Uint8Array[] = [];
      let start = 0;
      for (const piece of pieces) {
        const [from, to] = [Math.max(0, offset - start), Math.min(lengthOf(piece), offset + length - start)];
        start += lengthOf(piece);
        if (from >= to) continue;
        // A source may return its buffer, which the next call overwrites.
        parts.push(piece instanceof Uint8Array ? piece.subarray(from, to) : Buffer.from(await source.read(piece.from + from, to - from)));
      }
      return Buffer.concat(parts);
    },
  };
}

/** @throws if the file was truncated in the meantime, and the source's errors. */
export async function* readPieces(source: ByteSource, pieces: readonly Piece[]): AsyncGenerator<Uint8Array> {
  for (const piece of pieces) {
    if (piece instanceof Uint8Array) {
      yield piece;
      continue;
    }
    for (let offset = piece.from; offset < piece.to; offset += blockBytes) {
      const length = Math.min(blockBytes, piece.to - offset);
      const bytes = await source.read(offset, length);
      if (bytes.length < length) throw new Error("The file was truncated while it was read.");
      yield bytes;
    }
  }
}

/** New bytes in the place of those at these offsets. `changes`: in file order; `added` follows the last byte. */
export function replaceBytes(size: number, changes: readonly { at: number; bytes: Uint8Array }[], added: Uint8Array): Piece[] {
  let offset = 0;
  const pieces = changes.flatMap(({ at, bytes }): Piece[] => {
    const before = { from: offset, to: at };
    offset = at + bytes.length;
    return [before, bytes];
  });
  return [...pieces, { from: offset, to: size }, added];
}

/** New bytes for a range of the file. */
export interface ByteChange {
  from: number;
  to: number;
  bytes: Uint8Array;
}

/** The file with these ranges replaced, in whatever order. */
export function changeRanges(size: number, changes: readonly ByteChange[]): Piece[] {
  let offset = 0;
  const pieces = changes
    .toSorted((one, other) => one.from - other.from || one.to - other.to)
    .flatMap(({ from, to, bytes }): Piece[] => {
      const before = { from: offset, to: from };
      offset = to;
      return [before, bytes];
    });
  return [...pieces, { from: offset, to: size }];
}
