/**
 * AIFF and AIFC: the chunks with their true sizes, the sound's length, and its repair. Programs that write to a pipe write 0 or too large sizes.
 * Source: Apple, "Audio Interchange File Format", version 1.3, and "AIFF-C", draft of 1991.
 */
import type { ByteSource } from "./byteSource.ts";
import { type Piece, replaceBytes } from "./pieces.ts";
import { chunkEnd, mostChunks, type RiffChunk, riffHeadBytes } from "./riff.ts";

export interface Aiff {
  /** The samples' chunk has its true size. */
  chunks: readonly RiffChunk[];
  end: number;
  isWhole: boolean;
  hasTrueSizes: boolean;
  /** undefined: damaged. */
  sound: { frames: number; samplesPerFrame: number; rate: number; countedAt: number; isCounted: boolean } | undefined;
}

const largestSize = 0xffff_fffe;
/** The number of channels, of samples and of bits, and the rate as an 80-bit floating point number. */
const commonBytes = 18;
/** An offset and a block size come before the samples. */
const sampleHeadBytes = 8;
/** Compression types without compression. */
const plainTypes = ["NONE", "twos", "sowt", "fl32", "FL32", "fl64", "FL64", "raw ", "in24", "in32", "42ni", "23ni"];
/** Compression types whose frames are packets of several samples of a channel. Source: QuickTime File Format, "Sound sample descriptions". */
const packetSamples: Readonly<Record<string, number>> = { ima4: 64, MAC3: 6, MAC6: 6 };

export async function readAiff(source: ByteSource): Promise<Aiff> {
  const head = Buffer.from(await source.read(0, riffHeadBytes));
  const declaredEnd = head.length < riffHeadBytes ? 0 : 8 + head.readUInt32BE(4);
  const isCompressed = head.toString("latin1", 8, 12) === "AIFC";
  const chunks: RiffChunk[] = [];
  let samples: RiffChunk | undefined;
  let [hasTrueSize, isWhole] = [true, head.length === riffHeadBytes];
  let offset = riffHeadBytes;
  while (offset + 8 <= source.size && chunks.length < mostChunks) {
    if (samples !== undefined && declaredEnd >= chunkEnd(samples) - 1 && offset >= declaredEnd) break;
    const start = await source.read(offset, 8);
    const chunk = { type: start.toString("latin1", 0, 4), from: offset, size: start.readUInt32BE(4) };
    if (!/^[\x20-\x7e]{4}$/.test(chunk.type)) break;
    const rest = source.size - offset - 8;
    if (chunk.type === "SSND" && samples === undefined) {
      samples = chunk;
      hasTrueSize = chunk.size >= sampleHeadBytes && chunk.size <= rest;
      if (!hasTrueSize) chunk.size = rest;
    } else if (chunk.size > rest) isWhole = false;
    chunks.push(chunk);
    offset = chunkEnd(chunk);
  }
  const end = Math.min(offset, source.size);
  const hasTrueSizes = hasTrueSize && (end === declaredEnd || offset === declaredEnd + 1);
  return {
    chunks,
    end: hasTrueSizes ? declaredEnd : end,
    isWhole,
    hasTrueSizes,
    sound: await readSound(source, chunks, samples, isCompressed),
  };
}

async function readSound(
  source: ByteSource,
  chunks: readonly RiffChunk[],
  samples: RiffChunk | undefined,
  isAifc: boolean,
): Promise<Aiff["sound"]> {
  const common = chunks.find(({ type }) => type === "COMM");
  if (common === undefined || common.size < commonBytes || samples === undefined) return undefined;
  const fields = Buffer.from(await source.read(common.from + 8, commonBytes + 4));
  if (fields.length < commonBytes) return undefined;
  const rate = readExtended(fields.subarray(8, commonBytes));
  const stated = fields.readUInt32BE(2);
  const compression = isAifc ? (common.size > commonBytes ? fields.toString("latin1", commonBytes) : "") : "NONE";
  const isPlain = plainTypes.includes(compression);
  const frameBytes = fields.readUInt16BE(0) * Math.ceil(fields.readUInt16BE(6) / 8);
  const counted = isPlain && frameBytes > 0 ? Math.floor((samples.size - sampleHeadBytes) / frameBytes) : undefined;
  const isCounted = counted === undefined || counted === stated;
  return { frames: counted ?? stated, samplesPerFrame: packetSamples[compression] ?? 1, rate, countedAt: common.from + 8 + 2, isCounted };
}

/** Source: IEEE 754, extended precision: a sign, 15 bits of exponent, and 64 bits with the integer part. */
function readExtended(bytes: Buffer): number {
  const exponent = bytes.readUInt16BE(0) & 0x7fff;
  return Number(bytes.readBigUInt64BE(2)) * 2 ** (exponent - 16_383 - 63);
}

export async function findAiffDuration(source: ByteSource): Promise<number | undefined> {
  const { sound } = await readAiff(source);
  const seconds = sound === undefined ? 0 : (sound.frames * sound.samplesPerFrame) / sound.rate;
  return Number.isFinite(seconds) && seconds > 0 ? seconds : undefined;
}

/** undefined: nothing is wrong, or to be saved. */
export async function planAiffRepair(source: ByteSource): Promise<Piece[] | undefined> {
  const aiff = await readAiff(source);
  const { sound, hasTrueSizes, isWhole, chunks, end } = aiff;
  const samples = chunks.find(({ type }) => type === "SSND");
  if (sound === undefined || samples === undefined || !isWhole || (hasTrueSizes && sound.isCounted)) return undefined;
  const padding = Buffer.alloc(end === source.size ? end % 2 : 0);
  const size = end + padding.length - 8;
  if (size > largestSize) return undefined;
  const changes = [
    { at: 4, bytes: u32(size) },
    { at: sound.countedAt, bytes: u32(sound.frames) },
    { at: samples.from + 4, bytes: u32(samples.size) },
  ];
  return replaceBytes(
    source.size,
    changes.toSorted((one, other) => one.at - other.at),
    padding,
  );
}

function u32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return bytes;
}
