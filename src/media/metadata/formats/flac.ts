/** FLAC: comments in a metadata block; Content Credentials in an ID3 tag before the file. Source: RFC 9639, 8; C2PA 2.2, A.3.5. */
import type { ByteSource } from "../../files/byteSource.ts";
import { type Container, mostParts } from "../container.ts";
import { readId3 } from "./id3.ts";
import { readVorbisComments, writeVorbisComments } from "./vorbisComments.ts";

const commentBlock = 4;
const lastFlag = 0x80;
/** The largest size that fits into three bytes. */
const largestBlock = 2 ** 24 - 1;

interface Block {
  type: number;
  isLast: boolean;
  from: number;
  to: number;
}

export async function readFlac(source: ByteSource): Promise<Container> {
  const tag = await readId3(source);
  const blocks: Block[] = [];
  let offset = (tag?.end ?? 0) + 4;
  let isWhole = false;
  while (!isWhole && blocks.length < mostParts) {
    const head = await source.read(offset, 4);
    if (head.length < 4) break;
    const to = offset + 4 + head.readUIntBE(1, 3);
    if (to > source.size) break;
    const isLast = (head.readUInt8(0) & lastFlag) !== 0;
    blocks.push({ type: head.readUInt8(0) & 0x7f, isLast, from: offset, to });
    offset = to;
    isWhole = isLast;
  }
  const known = blocks.find(({ type }) => type === commentBlock);
  const comments = known && readVorbisComments(await source.read(known.from + 4, known.to - known.from - 4));
  const [first] = blocks;
  return {
    texts: comments?.texts ?? [],
    xmp: comments?.xmp ?? tag?.xmp,
    credentials: tag?.credentials,
    withXmp(packet) {
      if (!isWhole || first === undefined || first.type !== 0 || (known !== undefined && comments === undefined)) return undefined;
      const content = comments?.write(packet) ?? writeVorbisComments(packet);
      if (content.length > largestBlock) return undefined;
      // The STREAMINFO block must come first.
      const before = known ?? { from: first.to, to: first.to, isLast: first.isLast };
      const block = Buffer.concat([headOf(commentBlock, before.isLast, content.length), content]);
      const start =
        known === undefined
          ? [{ from: 0, to: first.from }, headOf(0, false, first.to - first.from - 4), { from: first.from + 4, to: first.to }]
          : [{ from: 0, to: known.from }];
      return [...start, block, { from: before.to, to: source.size }];
    },
  };
}

function headOf(type: number, isLast: boolean, length: number): Buffer {
  const head = Buffer.alloc(4);
  head.writeUInt8(type | (isLast ? lastFlag : 0), 0);
  head.writeUIntBE(length, 1, 3);
  return head;
}
