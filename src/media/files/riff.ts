/** The chunks of a RIFF file, for AVI, WAV and WebP. Source: Multimedia Programming Interface and Data Specifications 1.0, "RIFF". */
import type { ByteSource } from "./byteSource.ts";

export interface RiffChunk {
  type: string;
  /** Offset of the chunk's header. */
  from: number;
  /** Size of the content in bytes, without padding. */
  size: number;
}

export interface Riff {
  chunks: readonly RiffChunk[];
  /** The end of the last chunk; data after it does not belong to the format. */
  end: number;
  /** false: damaged or truncated. */
  isWhole: boolean;
}

export const riffHeadBytes = 12;
/** Limit for the number of chunks: no real file has more, and a hostile one must not take long. */
export const mostChunks = 65_536;

export async function readRiff(source: ByteSource): Promise<Riff> {
  const end = 8 + (await source.read(4, 4)).readUInt32LE(0);
  const chunks: RiffChunk[] = [];
  let offset = riffHeadBytes;
  while (offset + 8 <= Math.min(end, source.size) && chunks.length < mostChunks) {
    const chunk = await readRiffChunk(source, offset);
    if (chunk === undefined) break;
    chunks.push(chunk);
    offset = chunkEnd(chunk);
  }
  return { chunks, end, isWhole: end <= source.size && endsAt(chunks, end) };
}

/** Whether the last chunk ends there: some files lack its padding byte. */
export function endsAt(chunks: readonly RiffChunk[], end: number): boolean {
  const last = chunks.at(-1);
  if (last === undefined) return end === riffHeadBytes;
  return end === chunkEnd(last) || end === last.from + 8 + last.size;
}

/** undefined: the source ends before. */
export async function readRiffChunk(source: ByteSource, from: number): Promise<RiffChunk | undefined> {
  const head = await source.read(from, 8);
  return head.length < 8 ? undefined : { type: head.toString("latin1", 0, 4), from, size: head.readUInt32LE(4) };
}

export function contentOf(source: ByteSource, { from, size }: RiffChunk, most: number): Promise<Buffer> | undefined {
  return size > most || from + 8 + size > source.size ? undefined : source.read(from + 8, size).then((bytes) => Buffer.from(bytes));
}

/** With its padding. */
export function writeRiffChunk(type: string, content: Uint8Array): Buffer {
  const chunk = Buffer.alloc(8 + content.length + (content.length % 2));
  chunk.write(type, 0, "latin1");
  chunk.writeUInt32LE(content.length, 4);
  chunk.set(content, 8);
  return chunk;
}

export function chunkEnd({ from, size }: RiffChunk): number {
  return from + 8 + size + (size % 2);
}
