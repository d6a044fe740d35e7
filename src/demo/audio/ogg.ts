/** Writes packets as the pages of an Ogg stream. Source: RFC 3533. */
import { oggChecksum } from "../../media/files/ogg.ts";

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
  const header = Buffer.alloc(27 + lacing.length);
  header.write("OggS", "latin1");
  header[5] = flags;
  header.writeBigInt64LE(packets.at(-1)?.granule ?? 0n, 6);
  header.writeUInt32LE(serial, 14);
  header.writeUInt32LE(sequence, 18);
  header[26] = lacing.length;
  header.set(lacing, 27);
  const whole = Buffer.concat([header, ...packets.map((packet) => packet.bytes)]);
  whole.writeUInt32LE(oggChecksum(whole), 22);
  return whole;
}

const firstPage = 2;
const lastPage = 4;
const packetsPerPage = 50;

/** Each header gets its own page, as codecs require; packets must be shorter than 1,275 bytes. */
export function writeOgg(headers: readonly Uint8Array[], packets: readonly OggPacket[], serial: number): Uint8Array {
  const pages = headers.map((bytes, index) => page([{ bytes, granule: 0n }], serial, index, index === 0 ? firstPage : 0));
  for (let at = 0; at < packets.length; at += packetsPerPage) {
    const group = packets.slice(at, at + packetsPerPage);
    pages.push(page(group, serial, pages.length, at + packetsPerPage >= packets.length ? lastPage : 0));
  }
  return new Uint8Array(Buffer.concat(pages));
}
