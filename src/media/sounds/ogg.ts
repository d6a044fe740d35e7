/** Writes packets as the pages of an Ogg stream. Source: RFC 3533. */
import { oggChecksum } from "../files/ogg.ts";

export interface OggPacket {
  bytes: Uint8Array;
  /** Number of samples of the stream up to the end of this packet. */
  granule: bigint;
}

/** Lengths of a packet's segments: 255 as often as possible, then the rest, which may be zero. */
function segments(length: number): number[] {
  return [...new Array<number>(Math.floor(length / 255)).fill(255), length % 255];
}

function page(packets: readonly OggPacket[], serial: number, sequence: number, flags: number): Buffer {
  const lacing = packets.flatMap((packet) => segments(packet.bytes.length));
  return pageOf({ lacing, content: packets.map(({ bytes }) => bytes), granule: packets.at(-1)?.granule ?? 0n }, serial, sequence, flags);
}

interface PageContent {
  lacing: readonly number[];
  content: readonly Uint8Array[];
  granule: bigint;
}

function pageOf({ lacing, content, granule }: PageContent, serial: number, sequence: number, flags: number): Buffer {
  const header = Buffer.alloc(27 + lacing.length);
  header.write("OggS", "latin1");
  header[5] = flags;
  header.writeBigInt64LE(granule, 6);
  header.writeUInt32LE(serial, 14);
  header.writeUInt32LE(sequence, 18);
  header[26] = lacing.length;
  header.set(lacing, 27);
  const whole = Buffer.concat([header, ...content]);
  whole.writeUInt32LE(oggChecksum(whole), 22);
  return whole;
}

const continued = 1;
const firstPage = 2;
const lastPage = 4;
const packetsPerPage = 50;
const mostSegments = 255;

/** A packet that may need several pages. A page on which no packet ends has the position -1. */
function headerPages(bytes: Uint8Array, serial: number, sequence: number): Buffer[] {
  const lacing = segments(bytes.length);
  const pages: Buffer[] = [];
  for (let at = 0; at < lacing.length; at += mostSegments) {
    const own = lacing.slice(at, at + mostSegments);
    const isEnd = at + mostSegments >= lacing.length;
    const content = [bytes.subarray(at * mostSegments, (at + own.length) * mostSegments)];
    pages.push(pageOf({ lacing: own, content, granule: isEnd ? 0n : -1n }, serial, sequence + pages.length, at === 0 ? 0 : continued));
  }
  return pages;
}

/** Each header gets its own pages, as codecs require; the first one fits on one, and packets must be shorter than 1,275 bytes. */
export function writeOgg(headers: readonly Uint8Array[], packets: readonly OggPacket[], serial: number): Uint8Array {
  const pages = headers.slice(0, 1).map((bytes) => page([{ bytes, granule: 0n }], serial, 0, firstPage));
  for (const bytes of headers.slice(1)) pages.push(...headerPages(bytes, serial, pages.length));
  for (let at = 0; at < packets.length; at += packetsPerPage) {
    const group = packets.slice(at, at + packetsPerPage);
    pages.push(page(group, serial, pages.length, at + packetsPerPage >= packets.length ? lastPage : 0));
  }
  return new Uint8Array(Buffer.concat(pages));
}
