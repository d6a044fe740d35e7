/** WebP: XMP and Exif in chunks that the chunk `VP8X` announces, Content Credentials in `C2PA`. Source: WebP Container Specification (RFC 9649, 2.7). */
import type { ByteSource } from "../../files/byteSource.ts";
import { chunkEnd, contentOf, type RiffChunk, readRiff, writeRiffChunk } from "../../files/riff.ts";
import { type Container, largestText } from "../container.ts";
import { readExif } from "./exif.ts";
import { changeRiff, readRiffMetadata } from "./riff.ts";

const flag = { alpha: 0x10, xmp: 0x04 } as const;
const extendedBytes = 10;

export async function readWebp(source: ByteSource): Promise<Container> {
  const riff = await readRiff(source);
  const [first] = riff.chunks;
  const { packet, canWriteXmp, ...metadata } = await readRiffMetadata(source, riff.chunks, "XMP ");
  const exifChunk = riff.chunks.find(({ type }) => type === "EXIF");
  const exif = exifChunk && (await contentOf(source, exifChunk, largestText));
  const extension = await readExtension(source, first);
  return {
    ...metadata,
    texts: exif === undefined ? [] : readExif(exif),
    withXmp(bytes) {
      if (!canWriteXmp || !riff.isWhole || first === undefined || extension === undefined) return undefined;
      const { from, to } = packet === undefined ? { from: riff.end, to: riff.end } : { from: packet.from, to: chunkEnd(packet) };
      const padding = from % 2 === 0 ? [] : [Buffer.alloc(1)];
      const begin = first.from;
      return changeRiff(source, riff, [
        { from: begin, to: first.type === "VP8X" ? chunkEnd(first) : begin, bytes: writeRiffChunk("VP8X", extension) },
        { from, to, bytes: Buffer.concat([...padding, writeRiffChunk("XMP ", bytes)]) },
      ]);
    },
  };
}

/** Content of a `VP8X` chunk with the XMP flag: the file's own, or a new one with the size and alpha flag from the image data. */
async function readExtension(source: ByteSource, first: RiffChunk | undefined): Promise<Buffer | undefined> {
  if (first === undefined) return undefined;
  const head = Buffer.from(await source.read(first.from + 8, extendedBytes));
  if (head.length < extendedBytes || first.size < extendedBytes) return undefined;
  switch (first.type) {
    case "VP8X": {
      if (first.size !== extendedBytes) return undefined;
      head.writeUInt8(head.readUInt8(0) | flag.xmp, 0);
      return head;
    }
    // Source: RFC 6386, 9.1.
    case "VP8 ":
      return head.readUIntBE(3, 3) === 0x9d012a
        ? writeExtension(0, head.readUInt16LE(6) & 0x3fff, head.readUInt16LE(8) & 0x3fff)
        : undefined;
    // Source: RFC 9649, 3.4.
    case "VP8L": {
      const bits = head.readUInt32LE(1);
      if (head[0] !== 0x2f) return undefined;
      return writeExtension((bits >>> 28) & 1 ? flag.alpha : 0, (bits & 0x3fff) + 1, ((bits >>> 14) & 0x3fff) + 1);
    }
    default:
      return undefined;
  }
}

function writeExtension(flags: number, width: number, height: number): Buffer | undefined {
  if (width === 0 || height === 0) return undefined;
  const content = Buffer.alloc(extendedBytes);
  content.writeUInt8(flags | flag.xmp, 0);
  content.writeUIntLE(width - 1, 4, 3);
  content.writeUIntLE(height - 1, 7, 3);
  return content;
}
