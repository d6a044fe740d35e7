/** Reads the packets of an Ogg stream. Source: RFC 3533, 6. */

interface OggStream {
  packets: readonly Buffer[];
  /** From the last page: the number of samples up to the end of the stream. */
  granule: number;
}

const headBytes = 27;
/** A smaller lacing value ends a packet. */
const wholeSegment = 255;

/** Reads the first stream of a file. */
export function readOgg(file: Buffer): OggStream {
  const packets: Buffer[] = [];
  let pending: Buffer[] = [];
  let granule = 0;
  for (let at = 0; at + headBytes <= file.length && file.toString("latin1", at, at + 4) === "OggS"; ) {
    const segments = file.subarray(at + headBytes, at + headBytes + file.readUInt8(at + 26));
    let from = at + headBytes + segments.length;
    const isOwn = file.readUInt32LE(at + 14) === file.readUInt32LE(14);
    for (const size of segments) {
      if (isOwn) pending.push(file.subarray(from, from + size));
      from += size;
      if (!isOwn || size === wholeSegment) continue;
      packets.push(Buffer.concat(pending));
      pending = [];
    }
    // Pages on which no packet ends have no position.
    const written = file.readBigInt64LE(at + 6);
    if (isOwn && written >= 0n) granule = Number(written);
    at = from;
  }
  return { packets, granule };
}
