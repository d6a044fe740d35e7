/**
 * GIF: comments, XMP and Content Credentials in extensions. Sources: GIF89a, 24 and 26; XMP Specification Part 3, 1.1.2; C2PA 2.2, A.3.3.
 */
import type { ByteSource } from "../../files/byteSource.ts";
import { type Container, decodeUtf8, largestStore, largestText, type MetadataText, mostParts, mostTexts } from "../container.ts";

const block = { extension: 0x21, image: 0x2c, trailer: 0x3b } as const;
const label = { comment: 0xfe, application: 0xff } as const;
const xmpName = "XMP DataXMP";
const storeName = "C2PA_GIF";
/** Header and logical screen descriptor. */
const headBytes = 13;
const imageHeadBytes = 10;
/** The packet is not divided into blocks. Behind it, a reader that takes it for blocks finds its end in this many bytes. */
const trailerBytes = 258;

interface Range {
  from: number;
  to: number;
}

export async function readGif(source: ByteSource): Promise<Container> {
  const texts: MetadataText[] = [];
  const packets: (Range & { text: string | undefined })[] = [];
  let credentials: Container["credentials"];
  let end: number | undefined;
  const flags = (await source.read(10, 1))[0] ?? 0;
  let offset = headBytes + colours(flags);
  for (let count = 0; count < mostParts && end === undefined; count += 1) {
    const [introducer, type] = await source.read(offset, 2);
    if (introducer === block.trailer) end = offset;
    else if (introducer === block.image) {
      const head = await source.read(offset, imageHeadBytes);
      if (head.length < imageHeadBytes) break;
      // One byte with the size of codes comes before the blocks.
      offset = await skipBlocks(source, offset + imageHeadBytes + colours(head.readUInt8(9)) + 1);
    } else if (introducer === block.extension) {
      const name = type === label.application ? (await source.read(offset + 3, 11)).toString("latin1") : "";
      const to = await skipBlocks(source, offset + 2);
      const start = offset + 3 + xmpName.length;
      if (name === xmpName) packets.push({ from: offset, to, text: await readPacket(source, start, to) });
      else if (name.startsWith(storeName)) credentials = { store: await readBlocks(source, start, to, largestStore) };
      else if (type === label.comment && texts.length < mostTexts) {
        const content = (await readBlocks(source, offset + 2, to, largestText)) ?? Buffer.alloc(0);
        texts.push({ keyword: "Comment", text: decodeUtf8(content) ?? content.toString("latin1") });
      }
      offset = to;
    } else break;
  }
  const [packet] = packets;
  return {
    texts,
    xmp: packet?.text,
    credentials,
    withXmp(bytes) {
      if (end === undefined || packets.length > 1 || (packet !== undefined && packet.text === undefined)) return undefined;
      const { from, to } = packet ?? { from: end, to: end };
      // Extensions came with this version.
      return [{ from: 0, to: 3 }, Buffer.from("89a"), { from: 6, to: from }, writePacket(bytes), { from: to, to: source.size }];
    },
  };
}

/** Bytes of a table of colours. */
function colours(flags: number): number {
  return (flags & 0x80) === 0 ? 0 : 3 * 2 ** ((flags & 7) + 1);
}

/** The offset behind blocks of at most 255 bytes, each after its size, up to an empty one. */
async function skipBlocks(source: ByteSource, start: number): Promise<number> {
  let offset = start;
  while (offset < source.size) {
    const size = (await source.read(offset, 1))[0] ?? 0;
    offset += 1 + size;
    if (size === 0) return offset;
  }
  return source.size + 1;
}

/** undefined: larger, or truncated. */
async function readBlocks(source: ByteSource, start: number, end: number, most: number): Promise<Buffer | undefined> {
  if (end - start > most || end > source.size) return undefined;
  const parts: Buffer[] = [];
  for (let offset = start; offset < end; ) {
    const size = (await source.read(offset, 1))[0] ?? 0;
    parts.push(Buffer.from(await source.read(offset + 1, size)));
    offset += 1 + size;
  }
  return Buffer.concat(parts);
}

async function readPacket(source: ByteSource, start: number, end: number): Promise<string | undefined> {
  const length = end - trailerBytes - start;
  if (length < 0 || length > largestText || end > source.size) return undefined;
  return decodeUtf8(await source.read(start, length));
}

function writePacket(packet: Uint8Array): Buffer {
  const head = Buffer.from([block.extension, label.application, xmpName.length, ...Buffer.from(xmpName, "latin1")]);
  // 01, FF, FE … 01, 00, and the empty block: from wherever a reader enters it, it leads to its end.
  const trailer = Buffer.from([1, ...Array.from({ length: 256 }, (_, index) => 255 - index), 0]);
  return Buffer.concat([head, packet, trailer]);
}
