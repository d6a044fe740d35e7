/** The duration of program and transport streams, from the times of their first and last packets. Source: ISO/IEC 13818-1, 2.4.3 and 2.5.3. */
import type { ByteSource } from "./byteSource.ts";

const clock = 90_000;
/** Times have 33 bits, and begin anew. */
const turn = 2 ** 33;
/** How much of the file is read at its start and at its end. */
const windowBytes = 2 ** 20;

/** A stream's number, and the time at which it is shown. */
interface Timed {
  stream: number;
  time: number;
}

type ReadTimes = (bytes: Buffer) => Timed[];

export function findProgramDuration(source: ByteSource): Promise<number | undefined> {
  return span(source, readProgram);
}

export function findTransportDuration(source: ByteSource): Promise<number | undefined> {
  return span(source, readTransport);
}

async function span(source: ByteSource, read: ReadTimes): Promise<number | undefined> {
  const start = read(Buffer.from(await source.read(0, windowBytes)));
  const tail = source.size <= windowBytes ? start : read(Buffer.from(await source.read(source.size - windowBytes, windowBytes)));
  const [first] = start;
  if (first === undefined) return undefined;
  const since = ({ time }: Timed) => {
    const passed = (time - first.time + turn) % turn;
    // A packet may come before another that is shown earlier.
    return passed > turn / 2 ? passed - turn : passed;
  };
  const from = Math.min(...start.map(since));
  const ends = [...Map.groupBy(tail, ({ stream }) => stream).values()].map((times) => {
    const sorted = times.map(since).sort((one, other) => one - other);
    const last = sorted.at(-1) ?? 0;
    // The last packet lasts as long as the one before it.
    return last + (last - (sorted.at(-2) ?? last));
  });
  return (Math.max(...ends) - from) / clock;
}

const isSoundOrImage = (stream: number) => stream === 0xbd || (stream >= 0xc0 && stream <= 0xef);

function readProgram(bytes: Buffer): Timed[] {
  const times: Timed[] = [];
  for (let at = bytes.indexOf("\0\0\x01\xba", 0, "latin1"); at >= 0 && at + 12 <= bytes.length; ) {
    if (bytes.readUIntBE(at, 3) !== 1) {
      at = bytes.indexOf("\0\0\x01\xba", at, "latin1");
      continue;
    }
    const stream = bytes.readUInt8(at + 3);
    if (stream === 0xba) {
      // A pack of MPEG-2 has two set bits in the place of four.
      at += bytes.readUInt8(at + 4) >>> 6 === 1 ? 14 + ((bytes[at + 13] ?? 0) & 7) : 12;
      continue;
    }
    const time = isSoundOrImage(stream) ? timeOf(bytes, at) : undefined;
    if (time !== undefined) times.push({ stream, time });
    at += 6 + bytes.readUInt16BE(at + 4);
  }
  return times;
}

function readTransport(bytes: Buffer): Timed[] {
  const step = [188, 192].find((size) => isInStep(bytes, size));
  if (step === undefined) return [];
  const times: Timed[] = [];
  const start =
    Array.from({ length: step }, (_, at) => at).find((at) => [0, 1, 2].every((count) => bytes[at + count * step] === 0x47)) ?? 0;
  for (let at = start; at + 188 <= bytes.length; at += step) {
    const [, flags = 0, low = 0, control = 0, adaptation = 0] = bytes.subarray(at, at + 5);
    if ((flags & 0x40) === 0 || (control & 0x10) === 0) continue;
    const content = at + 4 + ((control & 0x20) === 0 ? 0 : 1 + adaptation);
    if (content + 14 > at + 188 || bytes.readUIntBE(content, 3) !== 1 || !isSoundOrImage(bytes.readUInt8(content + 3))) continue;
    const time = timeOf(bytes, content);
    if (time !== undefined) times.push({ stream: ((flags & 31) << 8) | low, time });
  }
  return times;
}

function isInStep(bytes: Buffer, size: number): boolean {
  for (let at = 0; at < size; at += 1) if ([0, 1, 2, 3].every((count) => bytes[at + count * size] === 0x47)) return true;
  return false;
}

/** Of a packet; undefined: it has none. MPEG-1 has stuffing and the size of a buffer in the place of flags. */
function timeOf(bytes: Buffer, packet: number): number | undefined {
  let at = packet + 6;
  if ((bytes[at] ?? 0) >>> 6 === 2) {
    if (((bytes[at + 1] ?? 0) & 0x80) === 0) return undefined;
    at += 3;
  } else {
    while (bytes[at] === 0xff) at += 1;
    if ((bytes[at] ?? 0) >>> 6 === 1) at += 2;
    if ((bytes[at] ?? 0) >>> 5 !== 1) return undefined;
  }
  if (at + 5 > bytes.length) return undefined;
  const [high, middle, low] = [(bytes.readUInt8(at) >>> 1) & 7, bytes.readUInt16BE(at + 1) >>> 1, bytes.readUInt16BE(at + 3) >>> 1];
  return high * 2 ** 30 + middle * 2 ** 15 + low;
}
