/** The chunks of a RIFF file, for WAV and WebP. Source: Multimedia Programming Interface and Data Specifications 1.0, "RIFF". */
import type { ByteSource } from "../byteSource.ts";
import { mostParts, type Piece } from "../container.ts";

export interface Chunk {
  type: string;
  /** Of the chunk's head. */
  from: number;
  /** Bytes of the content, without the byte that makes an odd one even. */
  size: number;
}

export interface Riff {
  chunks: readonly Chunk[];
  /** The end of the last chunk; what follows is not the format's. */
  end: number;
  /** false: damaged or truncated. */
  isWhole: boolean;
  /** The sizes say that the end is not known: the file was written while it was made, and its last chunk ends with the file. */
  isOpen: boolean;
}

const headBytes = 12;
const unknownSizes: readonly number[] = [0, 0xffff_ffff];
const largestSize = 0xffff_fffe;

/** @param openType the type of the chunk that may have no size. */
export async function readRiff(source: ByteSource, openType?: string): Promise<Riff> {
  const declared = (await source.read(4, 4)).readUInt32LE(0);
  const isUnknown = unknownSizes.includes(declared);
  const end = isUnknown ? source.size : 8 + declared;
  const chunks: Chunk[] = [];
  let offset = headBytes;
  while (offset + 8 <= Math.min(end, source.size) && chunks.length < mostParts) {
    const head = await source.read(offset, 8);
    if (head.length < 8) break;
    const chunk = { type: head.toString("latin1", 0, 4), from: offset, size: head.readUInt32LE(4) };
    chunks.push(chunk);
    if (chunk.type === openType && isUnknown && (unknownSizes.includes(chunk.size) || chunkEnd(chunk) > source.size)) {
      return { chunks, end: source.size, isWhole: true, isOpen: true };
    }
    offset = chunkEnd(chunk);
  }
  // The byte that makes the last chunk even is missing in some files.
  const isWhole = !isUnknown && end <= source.size && (offset === end || offset === end + 1);
  return { chunks, end, isWhole, isOpen: false };
}

export function contentOf(source: ByteSource, { from, size }: Chunk, most: number): Promise<Buffer> | undefined {
  return size > most || from + 8 + size > source.size ? undefined : source.read(from + 8, size).then((bytes) => Buffer.from(bytes));
}

export function writeChunk(type: string, content: Uint8Array): Buffer {
  const chunk = Buffer.alloc(8 + content.length + (content.length % 2));
  chunk.write(type, 0, "latin1");
  chunk.writeUInt32LE(content.length, 4);
  chunk.set(content, 8);
  return chunk;
}

/**
 * The file with other chunks: `changes` in their sequence in the file, each instead of what it covers. undefined: it would be larger than the
 * format can say.
 */
export function changeRiff(
  source: ByteSource,
  riff: Riff,
  changes: readonly { from: number; to: number; bytes: Uint8Array }[],
): Piece[] | undefined {
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
  return [{ from: 0, to: 4 }, riff.isOpen ? { from: 4, to: 8 } : head, ...pieces, { from: offset, to: source.size }];
}

export function chunkEnd({ from, size }: Chunk): number {
  return from + 8 + size + (size % 2);
}
