/** The duration of a FLAC file; one that was written to a pipe has no count of samples, so its last frame says where it ends. Source: RFC 9639. */
import type { ByteSource } from "./byteSource.ts";

/** More than a frame of eight channels of 32 bits with 4608 samples. */
const searchBytes = 256 * 1024;
/** Bytes of the longest frame header. */
const headBytes = 16;

/** `start`: where `fLaC` is. Seconds; undefined: no samples. */
export async function findFlacDuration(source: ByteSource, start: number): Promise<number | undefined> {
  const block = await source.read(start + 8, 18);
  const rate = block.readUIntBE(10, 3) >>> 4;
  const samples = (block.readUInt8(13) & 0x0f) * 2 ** 32 + block.readUInt32BE(14);
  const seconds = (samples || (await findEnd(source, start, block.readUInt16BE(2)))) / rate;
  return Number.isFinite(seconds) && seconds > 0 ? seconds : undefined;
}

/** Samples up to the end of the last frame; 0: there is none. `blockSize`: samples of each frame but the last, if all have the same. */
async function findEnd(source: ByteSource, start: number, blockSize: number): Promise<number> {
  for (let to = source.size; to > start; to -= searchBytes - headBytes) {
    const from = Math.max(start, to - searchBytes);
    const bytes = await source.read(from, to - from);
    for (let at = bytes.length - 6; at >= 0; at -= 1) {
      if (bytes[at] !== 0xff || ((bytes[at + 1] ?? 0) & 0xfe) !== 0xf8) continue;
      const end = readFrameEnd(bytes.subarray(at, at + headBytes), blockSize);
      if (end !== undefined) return end;
    }
  }
  return 0;
}

/** undefined: these bytes are no header of a frame. Source: RFC 9639, 9.1. */
function readFrameEnd(head: Buffer, blockSize: number): number | undefined {
  const [sizeCode, rateCode] = [(head[2] ?? 0) >>> 4, (head[2] ?? 0) & 15];
  if (sizeCode === 0 || rateCode === 15 || (head[3] ?? 0) >>> 4 > 10 || ((head[3] ?? 0) & 1) !== 0) return undefined;
  const number = readCodedNumber(head, 4);
  if (number === undefined) return undefined;
  const sizeBytes = sizeCode === 6 ? 1 : sizeCode === 7 ? 2 : 0;
  const rateBytes = rateCode === 12 ? 1 : rateCode > 12 ? 2 : 0;
  const end = number.end + sizeBytes + rateBytes;
  if (end >= head.length || crc8(head.subarray(0, end)) !== head[end]) return undefined;
  const samples = sizeBytes > 0 ? head.readUIntBE(number.end, sizeBytes) + 1 : samplesOf(sizeCode);
  const isVariable = ((head[1] ?? 0) & 1) !== 0;
  return (isVariable ? number.value : number.value * blockSize) + samples;
}

function samplesOf(code: number): number {
  if (code === 1) return 192;
  return code < 6 ? 144 * 2 ** code : 2 ** code;
}

/** A number of up to 36 bits in the form of UTF-8. */
function readCodedNumber(bytes: Buffer, at: number): { value: number; end: number } | undefined {
  const first = bytes[at] ?? 0xff;
  if (first < 0x80) return { value: first, end: at + 1 };
  const length = Math.clz32(~(first << 24));
  if (length < 2 || length > 7 || at + length > bytes.length) return undefined;
  let value = first & (0x7f >>> length);
  for (const byte of bytes.subarray(at + 1, at + length)) {
    if (byte >>> 6 !== 2) return undefined;
    value = value * 64 + (byte & 0x3f);
  }
  return { value, end: at + length };
}

function crc8(bytes: Uint8Array): number {
  let value = 0;
  for (const byte of bytes) {
    value ^= byte;
    for (let bit = 0; bit < 8; bit += 1) value = ((value << 1) ^ (value & 0x80 ? 0x07 : 0)) & 0xff;
  }
  return value;
}
