/**
 * The chunks of a WAV file with their true sizes. Programs that write to a pipe do not know the sizes yet, and write 0 or numbers that are far
 * too large. Sources: Multimedia Programming Interface and Data Specifications 1.0, "RIFF"; EBU Tech 3306 and ITU-R BS.2088 (64 bits).
 */
import type { ByteSource } from "./byteSource.ts";
import { type Piece, replaceBytes } from "./pieces.ts";
import { chunkEnd, contentOf, endsAt, mostChunks, type RiffChunk, readRiffChunk, riffHeadBytes } from "./riff.ts";

export interface Wav {
  /** The samples' chunk has its true size. */
  chunks: readonly RiffChunk[];
  samples: RiffChunk | undefined;
  /** The end of the last chunk; data after it does not belong to the format. */
  end: number;
  /** false: a chunk other than the samples is truncated. */
  isWhole: boolean;
  /** Whether the sizes of the file and of its samples are the written ones. */
  hasTrueSizes: boolean;
  /** With sizes of 64 bits in the chunk `ds64`, if they are written there. */
  longSizes: RiffChunk | undefined;
  isLong: boolean;
}

const largestSize = 0xffff_fffe;
const unknownCount = 0xffff_ffff;
/** Source: EBU Tech 3306, 4: the sizes of the file and of the samples, and the count of samples of each channel. */
const longSizesBytes = 24;

export async function readWav(source: ByteSource): Promise<Wav> {
  const head = Buffer.from(await source.read(0, 8));
  const isLong = ["RF64", "BW64"].includes(head.toString("latin1", 0, 4));
  const chunks: RiffChunk[] = [];
  let [longSizes, samples]: (RiffChunk | undefined)[] = [];
  let [declaredEnd, hasTrueSize, isWhole] = [head.length < 8 ? 0 : 8 + head.readUInt32LE(4), true, true];
  let offset = riffHeadBytes;
  while (offset + 8 <= source.size && chunks.length < mostChunks) {
    // A plausible end of the file ends it: other programs' data may follow.
    if (samples !== undefined && declaredEnd >= samples.from + 8 + samples.size && offset >= declaredEnd) break;
    const chunk = await readRiffChunk(source, offset);
    if (chunk === undefined || !isType(chunk)) break;
    if (chunk.type === "ds64" && chunk.size >= longSizesBytes) {
      longSizes = chunk;
      declaredEnd = 8 + Number((await source.read(offset + 8, 8)).readBigUInt64LE(0));
    }
    if (chunk.type === "data" && samples === undefined) {
      samples = chunk;
      if (longSizes !== undefined && chunk.size === unknownCount)
        chunk.size = Number((await source.read(longSizes.from + 16, 8)).readBigUInt64LE(0));
      const rest = source.size - offset - 8;
      hasTrueSize = chunk.size <= rest && (chunk.size > 0 || (await isChain(source, offset + 8)));
      if (!hasTrueSize) chunk.size = rest;
    }
    chunks.push(chunk);
    offset = chunkEnd(chunk);
    // The padding byte of the last chunk may be missing.
    if (offset > source.size + 1) isWhole = false;
  }
  const end = Math.min(offset, source.size);
  const hasTrueSizes = hasTrueSize && (end === declaredEnd || endsAt(chunks, declaredEnd));
  return { chunks, samples, end: hasTrueSizes ? declaredEnd : end, isWhole, hasTrueSizes, longSizes, isLong };
}

const isType = ({ type }: RiffChunk) => /^[\x20-\x7e]{4}$/.test(type);

/** Whether only chunks follow: then samples of the size 0 are none. */
async function isChain(source: ByteSource, from: number): Promise<boolean> {
  let offset = from;
  for (let count = 0; offset + 8 <= source.size && count < mostChunks; count += 1) {
    const chunk = await readRiffChunk(source, offset);
    if (chunk === undefined || !isType(chunk)) return false;
    offset = chunkEnd(chunk);
  }
  return offset === source.size || offset === source.size + 1;
}

/** Writes the true sizes, and joins the samples of files that were written one after another. undefined: nothing is wrong, or to be saved. */
export async function planWavRepair(source: ByteSource): Promise<Piece[] | undefined> {
  const wav = await readWav(source);
  const { samples } = wav;
  const format = wav.chunks.find(({ type }) => type === "fmt ");
  if (samples === undefined || format === undefined || !wav.isWhole) return undefined;
  const parts = await findParts(source, wav, (await contentOf(source, format, 64)) ?? Buffer.alloc(0));
  if (wav.hasTrueSizes && parts.length === 1) return undefined;
  return parts.length === 1 ? writeSizes(source, wav, samples) : joinParts(source, wav, samples, parts);
}

async function writeSizes(source: ByteSource, wav: Wav, samples: RiffChunk): Promise<Piece[] | undefined> {
  const padding = Buffer.alloc(wav.end === source.size ? wav.end % 2 : 0);
  const size = wav.end + padding.length - 8;
  const count = await countFrames(source, wav, samples);
  const fact = wav.chunks.find(({ type, size: length }) => type === "fact" && length >= 4);
  const counts = fact === undefined || count === undefined || fact.from > samples.from ? [] : [{ at: fact.from + 8, bytes: u32(count) }];
  if (wav.longSizes !== undefined) {
    const sizes = Buffer.concat([u64(size), u64(samples.size), u64(count ?? 0)]);
    return replaceBytes(source.size, [{ at: wav.longSizes.from + 8, bytes: sizes }, ...counts], padding);
  }
  if (wav.isLong || size > largestSize) return undefined;
  const sizes = [{ at: 4, bytes: u32(size) }, ...counts, { at: samples.from + 4, bytes: u32(samples.size) }];
  return replaceBytes(source.size, sizes, padding);
}

async function countFrames(source: ByteSource, wav: Wav, samples: RiffChunk): Promise<number | undefined> {
  const format = wav.chunks.find(({ type }) => type === "fmt ");
  const fields = format && (await contentOf(source, format, 64));
  const block = fields && sampleBlockOf(fields);
  return block && Math.floor(samples.size / block.bytes) * block.frames;
}

/** The ranges of samples of joined files with the same format. */
async function findParts(source: ByteSource, wav: Wav, format: Buffer): Promise<{ from: number; to: number }[]> {
  const { samples, hasTrueSizes, end } = wav;
  if (samples === undefined) return [];
  const from = samples.from + 8;
  const next = hasTrueSizes ? await headAt(source, end + (end % 2)) : await findHead(source, from);
  const rest = next === undefined ? undefined : sliceOf(source, next);
  const joined = rest && (await readWav(rest));
  const own = joined?.chunks.find(({ type }) => type === "fmt ");
  if (next === undefined || rest === undefined || joined?.samples === undefined || own === undefined)
    return [{ from, to: from + samples.size }];
  if (!(await contentOf(rest, own, 64))?.equals(format)) return [{ from, to: from + samples.size }];
  const others = await findParts(rest, joined, format);
  return [{ from, to: Math.min(from + samples.size, next) }, ...others.map((part) => ({ from: part.from + next, to: part.to + next }))];
}

function joinParts(source: ByteSource, wav: Wav, samples: RiffChunk, parts: readonly { from: number; to: number }[]): Piece[] | undefined {
  const size = parts.reduce((sum, { from, to }) => sum + to - from, 0);
  const padding = Buffer.alloc(size % 2);
  // What follows the samples of the first file, such as its texts.
  const behind = wav.hasTrueSizes ? { from: chunkEnd(samples), to: wav.end } : { from: source.size, to: source.size };
  const whole = samples.from + size + padding.length + Math.max(0, behind.to - behind.from);
  if (wav.isLong || whole > largestSize) return undefined;
  return [
    { from: 0, to: 4 },
    u32(whole),
    { from: 8, to: samples.from + 4 },
    u32(size),
    ...parts,
    padding,
    ...(behind.to > behind.from ? [behind] : []),
  ];
}

const searchBytes = 1024 * 1024;

/** The offset of the head of a WAV file behind samples without a size. */
async function findHead(source: ByteSource, from: number): Promise<number | undefined> {
  for (let offset = from; offset < source.size; offset += searchBytes) {
    const block = Buffer.from(await source.read(offset, searchBytes + 16));
    for (let at = block.indexOf("RIFF", 0, "latin1"); at >= 0 && at < searchBytes; at = block.indexOf("RIFF", at + 4, "latin1"))
      if (isHead(block.subarray(at))) return offset + at;
  }
  return undefined;
}

async function headAt(source: ByteSource, offset: number): Promise<number | undefined> {
  return isHead(await source.read(offset, 16)) ? offset : undefined;
}

const isHead = (bytes: Buffer) => /^RIFF.{4}WAVEfmt /s.test(bytes.toString("latin1", 0, 16));

function sliceOf(source: ByteSource, start: number): ByteSource {
  return { size: source.size - start, read: (offset, length) => source.read(start + offset, length) };
}

function u32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(value);
  return bytes;
}

function u64(value: number): Buffer {
  const bytes = Buffer.alloc(8);
  bytes.writeBigUInt64LE(BigInt(value));
  return bytes;
}

/** Source: Microsoft, "WAVEFORMATEXTENSIBLE": then the code is the start of a longer one. */
const extensibleCode = 0xfffe;
export type SampleEncoding = "integer" | "float" | "alaw" | "mulaw";
const encodings: Readonly<Record<number, SampleEncoding>> = { 1: "integer", 3: "float", 6: "alaw", 7: "mulaw" };
/** Microsoft's ADPCM, IMA's ADPCM and GSM 6.10, whose blocks have as many samples as `fmt ` says. Source: Microsoft, "mmreg.h". */
const blockCodes: readonly number[] = [2, 0x11, 0x31];

/** How samples are stored, by the content of `fmt `; undefined: compressed. */
export function sampleEncoding(fields: Buffer): SampleEncoding | undefined {
  const code = fields.readUInt16LE(0);
  return encodings[code === extensibleCode && fields.length >= 26 ? fields.readUInt16LE(24) : code];
}

/** The bytes of a block of samples of all channels, and how many of each it has. undefined: `fmt ` does not say it. */
export function sampleBlockOf(fields: Buffer): { bytes: number; frames: number } | undefined {
  if (fields.length < 16) return undefined;
  const isOfBlocks = blockCodes.includes(fields.readUInt16LE(0)) && fields.length >= 20;
  const block =
    sampleEncoding(fields) === undefined
      ? { bytes: fields.readUInt16LE(12), frames: isOfBlocks ? fields.readUInt16LE(18) : 0 }
      : // Not the size and rate that are stated, too: some programs calculate them wrongly, and readers do not use them.
        { bytes: fields.readUInt16LE(2) * Math.ceil(fields.readUInt16LE(14) / 8), frames: 1 };
  return block.bytes === 0 || block.frames === 0 ? undefined : block;
}
