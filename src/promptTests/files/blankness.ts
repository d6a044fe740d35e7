/** Whether a file shows or sounds nothing: an image of one colour, silence, a film of one colour. */
import { deflateRawSync, inflateSync } from "node:zlib";
import { sourceOfBytes } from "../../mediaFiles/byteSource.ts";
import { readWavSound } from "../../mediaFiles/wavSound.ts";

export interface KnownFacts {
  format: string;
  size: { width: number; height: number } | undefined;
  /** Seconds. */
  duration: number | undefined;
  /** Bytes of the largest frame of a video. */
  largestFrame: number | undefined;
}

/** Colour values that are alike differ by this much at most, of 255. */
const alike = 4;
/** −60 dB of full scale. */
const silence = 0.001;
/** Bytes that headers take, whatever follows. */
const overhead = 1024;

/** undefined: the format does not show it, or the file is cut off. */
export async function isBlank(bytes: Buffer, facts: KnownFacts): Promise<boolean | undefined> {
  try {
    return await judge(bytes, facts);
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

async function judge(bytes: Buffer, { format, size, duration, largestFrame }: KnownFacts): Promise<boolean | undefined> {
  switch (format) {
    case "png":
      return isBlankPng(bytes);
    case "wav":
      return isSilentWav(bytes);
    case "mp4":
    case "mov":
      // A frame of one colour takes some bits for each block of 16 × 16 pixels.
      return largestFrame === undefined || size === undefined ? undefined : largestFrame < overhead + (size.width * size.height) / 100;
    case "jpg":
    case "webp":
      return size && countInformation(bytes) < overhead + (size.width * size.height) / 10_000;
    case "mp3":
    case "opus":
    case "flac":
    case "m4a":
      return duration === undefined ? undefined : countInformation(bytes) < overhead + duration * 250;
    default:
      return undefined;
  }
}

/** What is the same all the time is short once it is compressed again, and what is not stays as it is. In bytes. */
function countInformation(bytes: Buffer): number {
  return deflateRawSync(bytes).length;
}

const channels: Readonly<Record<number, number>> = { 0: 1, 2: 3, 4: 2, 6: 4 };

/** Of eight bits a channel and not interlaced, as generated images are; others are undefined. Source: PNG, 9 and 11.2. */
function isBlankPng(bytes: Buffer): boolean | undefined {
  const [width, height, depth, type, interlace] = [bytes.readUInt32BE(16), bytes.readUInt32BE(20), bytes[24], bytes[25], bytes[28]];
  const step = channels[type ?? -1];
  if (depth !== 8 || step === undefined || interlace !== 0) return undefined;
  const parts: Buffer[] = [];
  for (let at = 8; at + 12 <= bytes.length; at += 12 + bytes.readUInt32BE(at)) {
    if (bytes.toString("latin1", at + 4, at + 8) === "IDAT") parts.push(bytes.subarray(at + 8, at + 8 + bytes.readUInt32BE(at)));
  }
  const lineBytes = width * step;
  let rows: Buffer;
  try {
    rows = inflateSync(Buffer.concat(parts), { maxOutputLength: (lineBytes + 1) * height });
  } catch {
    return undefined;
  }
  if (rows.length < (lineBytes + 1) * height) return undefined;
  let before: Buffer = Buffer.alloc(lineBytes);
  let first: Buffer | undefined;
  for (let row = 0; row < height; row += 1) {
    const from = row * (lineBytes + 1);
    const line = rows.subarray(from + 1, from + 1 + lineBytes);
    removeFilter(rows[from] ?? 0, line, before, step);
    first ??= line.subarray(0, step);
    for (let at = 0; at < lineBytes; at += 1) {
      if (Math.abs((line[at] ?? 0) - (first[at % step] ?? 0)) > alike) return false;
    }
    before = line;
  }
  return true;
}

function removeFilter(filter: number, line: Buffer, above: Buffer, step: number): void {
  for (let at = 0; at < line.length; at += 1) {
    const left = line[at - step] ?? 0;
    const up = above[at] ?? 0;
    const corner = at < step ? 0 : (above[at - step] ?? 0);
    line[at] = ((line[at] ?? 0) + predict(filter, left, up, corner)) & 0xff;
  }
}

function predict(filter: number, left: number, up: number, corner: number): number {
  if (filter === 1) return left;
  if (filter === 2) return up;
  if (filter === 3) return (left + up) >> 1;
  if (filter !== 4) return 0;
  const [toLeft, toUp, toCorner] = [Math.abs(up - corner), Math.abs(left - corner), Math.abs(left + up - 2 * corner)];
  if (toLeft <= toUp && toLeft <= toCorner) return left;
  return toUp <= toCorner ? up : corner;
}

async function isSilentWav(bytes: Buffer): Promise<boolean | undefined> {
  const wav = await readWavSound(sourceOfBytes(bytes));
  if (wav === undefined) return undefined;
  const { bitsPerSample, isFloat } = wav;
  const samples = bytes.subarray(wav.samples.from, wav.samples.from + wav.samples.size);
  const step = bitsPerSample / 8;
  const read = (at: number): number => {
    if (isFloat) return bitsPerSample === 32 ? samples.readFloatLE(at) : Number.NaN;
    return bitsPerSample === 8 ? (samples.readUInt8(at) - 128) / 128 : samples.readIntLE(at, step) / 2 ** (bitsPerSample - 1);
  };
  if (![1, 2, 3, 4].includes(step)) return undefined;
  for (let at = 0; at + step <= samples.length; at += step) {
    if (Math.abs(read(at)) > silence) return false;
  }
  return true;
}
