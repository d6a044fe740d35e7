/** Ogg: the duration of a file, and the checksum of a page. Sources: RFC 3533, 6; RFC 7845, 4 (Opus); Vorbis I, A.2; Theora 1.1, 6.2 and A.2. */
import type { ByteSource } from "./byteSource.ts";

const headBytes = 27;
/** Flag of the first page of a stream. */
const firstPage = 0x02;
/** Pages are searched for in this many bytes when one is damaged. */
const searchBytes = 128 * 1024;

interface Stream {
  /** Samples or images per second. */
  rate: number;
  /** Samples at the start that are not played. */
  skipped: number;
  /** The position of the last sample. */
  last: number;
  /** Video: how many bits of a position count the images behind the last key frame. */
  shift: number;
}

/**
 * Seconds; undefined: no stream has a codec whose positions are known. The streams of a video begin together and play at the same time. A chained
 * file has several streams one after another, possibly with the same number: joined files have them.
 */
export async function findOggDuration(source: ByteSource): Promise<number | undefined> {
  let seconds = 0;
  let isBeginning = true;
  const streams = new Map<number, Stream>();
  const endAll = () => {
    seconds += Math.max(0, ...[...streams.values()].map(({ last, skipped, rate }) => (last - skipped) / rate));
    streams.clear();
  };
  for (let at = 0; at + headBytes <= source.size; ) {
    const head = await source.read(at, headBytes + 255);
    if (head.toString("latin1", 0, 4) !== "OggS" || head.length < headBytes) {
      const next = await findPage(source, at + 1);
      if (next === undefined) break;
      at = next;
      continue;
    }
    const serial = head.readUInt32LE(14);
    const segments = head.readUInt8(26);
    const content = at + headBytes + segments;
    const size = head.subarray(headBytes, headBytes + segments).reduce((sum, byte) => sum + byte, 0);
    const isFirst = (head.readUInt8(5) & firstPage) !== 0;
    if (isFirst) {
      if (!isBeginning) endAll();
      const stream = readStream(await source.read(content, 64));
      if (stream !== undefined && stream.rate > 0) streams.set(serial, stream);
    }
    const stream = streams.get(serial);
    const position = head.readBigInt64LE(6);
    if (stream !== undefined && position >= 0n) stream.last = countOf(position, stream.shift);
    isBeginning = isFirst;
    at = content + size;
  }
  endAll();
  return Number.isFinite(seconds) && seconds > 0 ? seconds : undefined;
}

/** undefined: not audio, or an unknown codec. */
function readStream(head: Buffer): Stream | undefined {
  const start = head.toString("latin1", 0, 8);
  if (head.length < 20) return undefined;
  // Opus counts at 48 kHz, whatever its input was.
  if (start === "OpusHead") return { ...withRate(48_000), skipped: head.readUInt16LE(10) };
  if (start.startsWith("\x01vorbis")) return withRate(head.readUInt32LE(12));
  if (start.startsWith("\x7fFLAC") && head.length >= 38) return withRate(head.readUIntBE(27, 3) >>> 4);
  if (start === "Speex   " && head.length >= 40) return withRate(head.readUInt32LE(36));
  if (start.startsWith("\x80theora") && head.length >= 42)
    return { ...withRate(head.readUInt32BE(22) / head.readUInt32BE(26)), shift: (head.readUInt16BE(40) >>> 5) & 31 };
  return undefined;
}

function withRate(rate: number): Stream {
  return { rate, skipped: 0, last: 0, shift: 0 };
}

function countOf(position: bigint, shift: number): number {
  const keys = position >> BigInt(shift);
  return Number(keys + position - (keys << BigInt(shift)));
}

async function findPage(source: ByteSource, from: number): Promise<number | undefined> {
  const found = (await source.read(from, searchBytes)).indexOf("OggS", 0, "latin1");
  return found < 0 ? undefined : from + found;
}

const crcTable = Uint32Array.from({ length: 256 }, (_, index) => {
  let value = index << 24;
  for (let bit = 0; bit < 8; bit += 1) value = value & 0x80000000 ? (value << 1) ^ 0x04c11db7 : value << 1;
  return value >>> 0;
});

/** Of a page whose own checksum is zero. Source: RFC 3533, 6. */
export function oggChecksum(page: Uint8Array): number {
  let value = 0;
  for (const byte of page) value = ((value << 8) ^ (crcTable[((value >>> 24) ^ byte) & 255] ?? 0)) >>> 0;
  return value;
}
