/** Writes the chunks of a RIFF file, for WAV and WebP. */
import type { ByteSource } from "../../files/byteSource.ts";
import type { ByteChange, Piece } from "../../files/pieces.ts";
import type { Riff } from "../../files/riff.ts";

const largestSize = 0xffff_fffe;

export function writeChunk(type: string, content: Uint8Array): Buffer {
  const chunk = Buffer.alloc(8 + content.length + (content.length % 2));
  chunk.write(type, 0, "latin1");
  chunk.writeUInt32LE(content.length, 4);
  chunk.set(content, 8);
  return chunk;
}

/**
 * The file with replaced chunks. `changes`: in file order. undefined: the file would exceed the
 * format's maximum size.
 */
export function changeRiff(source: ByteSource, riff: Pick<Riff, "end">, changes: readonly ByteChange[]): Piece[] | undefined {
  const pieces: Piece[] = [];
  let offset = 8;
  let size = riff.end - 8;
  for (const { from, to, bytes } of changes) {
    pieces.push({ from: offset, to: from }, bytes);
    offset = to;
    size += bytes.length - (to - from);
  }
  if (size > largestSize) return undefined;
  const head = Buffer.alloc(4);
  head.writeUInt32LE(size);
  return [{ from: 0, to: 4 }, head, ...pieces, { from: offset, to: source.size }];
}
