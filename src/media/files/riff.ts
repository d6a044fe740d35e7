/** The chunks of a RIFF file, for WAV and WebP. Source: Multimedia Programming Interface and Data Specifications 1.0, "RIFF". */
import type { ByteSource } from "./byteSource.ts";

export interface Chunk {
  type: string;
  /** Offset of the chunk's header. */
  from: number;
  /** Size of the content in bytes, without padding. */
  size: number;
}

export interface Riff {
  chunks: readonly Chunk[];
  /** The end of the last chunk; data after it does not belong to the format. */
  end: number;
  /** false: damaged or truncated. */
  isWhole: boolean;
  /** The sizes are unknown because the file was written as a stream; its last chunk extends to the end of the file. */
  isOpen: boolean;
}

const headBytes = 12;
const unknownSizes: readonly number[] = [0, 0xffff_ffff];
/** Limit for the number of chunks: no real file has more, and a hostile one must not take long. */
const mostChunks = 65_536;

/** @param openType the type of the chunk that may have an unknown size. */
export async function readRiff(source: ByteSource, openType?: string): Promise<Riff> {
  const declared = (await source.read(4, 4)).readUInt32LE(0);
  const isUnknown = unknownSizes.includes(declared);
  const end = isUnknown ? source.size : 8 + declared;
  const chunks: Chunk[] = [];
  let offset = headBytes;
  while (offset + 8 <= Math.min(end, source.size) && chunks.length < mostChunks) {
    const head = await source.read(offset, 8);
    if (head.length < 8) break;
    const chunk = { type: head.toString("latin1", 0, 4), from: offset, size: head.readUInt32LE(4) };
    chunks.push(chunk);
    if (chunk.type === openType && isUnknown && (unknownSizes.includes(chunk.size) || chunkEnd(chunk) > source.size)) {
      return { chunks, end: source.size, isWhole: true, isOpen: true };
    }
    offset = chunkEnd(chunk);
  }
  // Some files lack the padding byte of the last chunk.
  const isWhole = !isUnknown && end <= source.size && (offset === end || offset === end + 1);
  return { chunks, end, isWhole, isOpen: false };
}

export function contentOf(source: ByteSource, { from, size }: Chunk, most: number): Promise<Buffer> | undefined {
  return size > most || from + 8 + size > source.size ? undefined : source.read(from + 8, size).then((bytes) => Buffer.from(bytes));
}

export function chunkEnd({ from, size }: Chunk): number {
  return from + 8 + size + (size % 2);
}
