/** Ogg with Opus or Vorbis: comments in the second packet. Source: RFC 3533, 6; RFC 7845, 5.2; Ogg Vorbis I, 5.2. */
import type { ByteSource } from "../../files/byteSource.ts";
import { oggChecksum } from "../../files/ogg.ts";
import type { Container } from "../container.ts";
import { readVorbisComments } from "./vorbisComments.ts";

interface Page {
  from: number;
  to: number;
  flags: number;
  serial: number;
  sequence: number;
  /** Length of each segment; a length below 255 ends a packet. */
  lacing: Buffer;
  content: Buffer;
}

interface Codec {
  start: Buffer;
  comments: Buffer;
  /** Number of packets between the first one and the samples. */
  packets: number;
}

const codecs: readonly Codec[] = [
  { start: Buffer.from("OpusHead"), comments: Buffer.from("OpusTags"), packets: 1 },
  { start: Buffer.from("\x01vorbis", "latin1"), comments: Buffer.from("\x03vorbis", "latin1"), packets: 2 },
  { start: Buffer.from("Speex   "), comments: Buffer.alloc(0), packets: 1 },
];
const headBytes = 27;
const mostSegments = 255;
/** Maximum number of pages with comments: several MiB, enough for a cover image. */
const mostPages = 256;
const isFirstFlag = 2;
const continuesFlag = 1;
/** Start of a stream with Content Credentials beside the samples. Source: C2PA 2.2, A.3.7. */
const credentialsStart = Buffer.from("\0c2pa", "latin1");

const nothing: Container = { texts: [], xmp: undefined, credentials: undefined, withXmp: () => undefined };

export async function readOgg(source: ByteSource): Promise<Container> {
  const first = await readPage(source, 0);
  const codec = codecs.find(({ start }) => first?.content.subarray(0, start.length).equals(start));
  const second = first && (await readPage(source, first.to));
  const hasCredentials = [first, second].some((page) => page?.content.subarray(0, credentialsStart.length).equals(credentialsStart));
  if (hasCredentials) return { ...nothing, credentials: { store: undefined } };
  if (codec === undefined || first === undefined || second === undefined) return nothing;
  const pages = await readHeaderPages(source, first, second, codec.packets);
  if (pages === undefined) return nothing;
  const [commentPacket, ...others] = packetsOf(pages);
  const isComments = commentPacket?.subarray(0, codec.comments.length).equals(codec.comments);
  const comments = isComments ? readVorbisComments(commentPacket?.subarray(codec.comments.length) ?? Buffer.alloc(0)) : undefined;
  if (comments === undefined) return nothing;
  return {
    texts: comments.texts,
    xmp: comments.xmp,
    credentials: undefined,
    withXmp(packet) {
      const written = writePages(pages, [Buffer.concat([codec.comments, comments.write(packet)]), ...others]);
      return written && [{ from: 0, to: first.to }, written, { from: pages.at(-1)?.to ?? first.to, to: source.size }];
    },
  };
}

async function readPage(source: ByteSource, from: number): Promise<Page | undefined> {
  const head = await source.read(from, headBytes + mostSegments);
  if (head.length < headBytes || head.toString("latin1", 0, 4) !== "OggS") return undefined;
  const lacing = head.subarray(headBytes, headBytes + head.readUInt8(26));
  const start = from + headBytes + head.readUInt8(26);
  const to = start + lacing.reduce((sum, length) => sum + length, 0);
  if (lacing.length < head.readUInt8(26) || to > source.size) return undefined;
  const content = await source.read(start, to - start);
  return { from, to, flags: head.readUInt8(5), serial: head.readUInt32LE(14), sequence: head.readUInt32LE(18), lacing, content };
}

/** The pages of the packets before the samples, which start on a new page. undefined: damaged, or several streams. */
async function readHeaderPages(source: ByteSource, first: Page, second: Page, packets: number): Promise<Page[] | undefined> {
  const pages: Page[] = [];
  let ended = 0;
  let page: Page | undefined = second;
  while (page !== undefined && pages.length < mostPages) {
    if (page.serial !== first.serial || (page.flags & isFirstFlag) !== 0) return undefined;
    pages.push(page);
    ended += page.lacing.filter((length) => length < mostSegments).length;
    if (ended > packets) return undefined;
    if (ended === packets) return page.lacing.at(-1) === mostSegments ? undefined : pages;
    page = await readPage(source, page.to);
  }
  return undefined;
}

function packetsOf(pages: readonly Page[]): Buffer[] {
  const packets: Buffer[] = [];
  let parts: Buffer[] = [];
  for (const { lacing, content } of pages) {
    let offset = 0;
    for (const length of lacing) {
      parts.push(content.subarray(offset, offset + length));
      offset += length;
      if (length === mostSegments) continue;
      packets.push(Buffer.concat(parts));
      parts = [];
    }
  }
  return packets;
}

/** Writes the same number of pages, so that later pages keep their numbers. undefined: the packets do not fit. */
function writePages(pages: readonly Page[], packets: readonly Buffer[]): Buffer | undefined {
  const content = Buffer.concat(packets);
  const lacing = packets.flatMap(({ length }) => [...Array.from({ length: Math.floor(length / 255) }, () => 255), length % 255]);
  if (lacing.length > pages.length * mostSegments || lacing.length < pages.length) return undefined;
  const written: Buffer[] = [];
  let segment = 0;
  let offset = 0;
  for (const [index, page] of pages.entries()) {
    const count = Math.min(mostSegments, lacing.length - segment - (pages.length - index - 1));
    const own = lacing.slice(segment, segment + count);
    const size = own.reduce((sum, length) => sum + length, 0);
    const continues = segment > 0 && lacing[segment - 1] === 255 ? continuesFlag : 0;
    written.push(writePage(page, (page.flags & ~continuesFlag) | continues, own, content.subarray(offset, offset + size)));
    segment += count;
    offset += size;
  }
  return Buffer.concat(written);
}

function writePage({ serial, sequence }: Page, flags: number, lacing: readonly number[], content: Uint8Array): Buffer {
  const head = Buffer.alloc(headBytes);
  head.write("OggS", 0, "latin1");
  head.writeUInt8(flags, 5);
  // No sample ends on these pages. The position is -1 if no packet ends on the page.
  head.writeBigInt64LE(lacing.some((length) => length < 255) ? 0n : -1n, 6);
  head.writeUInt32LE(serial, 14);
  head.writeUInt32LE(sequence, 18);
  head.writeUInt8(lacing.length, 26);
  const page = Buffer.concat([head, Buffer.from(lacing), content]);
  page.writeUInt32LE(oggChecksum(page), 22);
  return page;
}
