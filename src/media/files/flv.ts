/** The duration of FLV files. Source: Adobe, "Flash Video File Format Specification 10.1", annex E. */
import type { ByteSource } from "./byteSource.ts";

const tagHeadBytes = 11;
const types = { audio: 8, video: 9 } as const;

/** From the first time to the last, with the last image's or sound's own length, which is that of the one before it. */
export async function findFlvDuration(source: ByteSource): Promise<number | undefined> {
  const streams = new Map<number, { first: number; last: number; step: number }>();
  // The size of the previous tag comes before each.
  for (let at = (await source.read(5, 4)).readUInt32BE(0) + 4; at + tagHeadBytes <= source.size; ) {
    const head = await source.read(at, tagHeadBytes + 2);
    const type = head.readUInt8(0) & 31;
    const size = head.readUIntBE(1, 3);
    const time = head.readUIntBE(4, 3) + head.readUInt8(7) * 2 ** 24;
    if ((type === types.audio || type === types.video) && !isConfiguration(head)) {
      const { first, last, step } = streams.get(type) ?? { first: time, last: time, step: 0 };
      streams.set(type, { first, last: time, step: time > last ? time - last : step });
    }
    at += tagHeadBytes + size + 4;
  }
  const ends = [...streams.values()].map(({ last, step }) => last + step);
  const start = Math.min(...[...streams.values()].map(({ first }) => first));
  return (Math.max(...ends) - start) / 1000;
}

/** What H.264 and AAC need before their first image or sound has a time too. */
function isConfiguration(head: Buffer): boolean {
  const [first = 0, second = 0] = head.subarray(tagHeadBytes);
  const hasHeader = (head.readUInt8(0) & 31) === types.video ? (first & 15) === 7 : first >>> 4 === 10;
  return hasHeader && second !== 1;
}
