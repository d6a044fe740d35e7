/**
 * JPEG XL: XMP in the box `xml `, Exif in `Exif`, Content Credentials in `jumb`, each possibly compressed in `brob`. A file without boxes is a
 * codestream alone. Sources: ISO/IEC 18181-2, 9; C2PA 2.2, A.3.6.
 */
import { brotliDecompressSync } from "node:zlib";
import type { ByteSource } from "../../files/byteSource.ts";
import { type Box, boxContent, readBoxes } from "../../files/mp4Boxes.ts";
import { type Container, decodeUtf8, largestStore, largestText, mostParts } from "../container.ts";
import { readExif } from "./exif.ts";

const containerHead = Buffer.from("\0\0\0\x0cJXL \r\n\x87\n\0\0\0\x14ftypjxl \0\0\0\0jxl ", "latin1");
const largestBox = 0xffff_ffff;

export async function readJxl(source: ByteSource): Promise<Container> {
  const isBare = (await source.read(0, 2)).equals(Buffer.from([0xff, 0x0a]));
  if (isBare) {
    return {
      texts: [],
      xmp: undefined,
      credentials: undefined,
      withXmp(packet) {
        if (source.size + 8 > largestBox) return undefined;
        return [Buffer.concat([containerHead, boxHead("jxlc", source.size)]), { from: 0, to: source.size }, writeBox("xml ", packet)];
      },
    };
  }
  const { boxes, isWhole } = await readBoxes(source, 0, source.size, mostParts);
  const named = await Promise.all(boxes.map(async (box) => ({ box, type: await typeOf(source, box) })));
  const packets = named.filter(({ type }) => type === "xml ");
  const [packet] = packets;
  const xmpBytes = packet && (await readContent(source, packet.box, largestText));
  const xmp = xmpBytes && decodeUtf8(xmpBytes);
  const exif = named.find(({ type }) => type === "Exif");
  const exifBytes = exif && (await readContent(source, exif.box, largestText));
  const store = named.find(({ type }) => type === "jumb");
  return {
    texts: exifBytes === undefined ? [] : readExif(exifBytes.subarray(4)),
    xmp,
    credentials: store && { store: await readStore(source, store.box) },
    withXmp(bytes) {
      const last = boxes.at(-1);
      if (!isWhole || last === undefined || packets.length > 1 || (packet !== undefined && xmp === undefined)) return undefined;
      const box = writeBox("xml ", bytes);
      if (packet !== undefined && packet.box !== last)
        return [{ from: 0, to: packet.box.from }, box, { from: packet.box.to, to: source.size }];
      if (packet !== undefined) return [{ from: 0, to: packet.box.from }, box];
      if (!last.isOpen) return [{ from: 0, to: source.size }, box];
      // It would contain the new box.
      const size = last.to - last.from;
      if (size > largestBox) return undefined;
      return [{ from: 0, to: last.from }, u32(size), { from: last.from + 4, to: source.size }, box];
    },
  };
}

/** Of a compressed box, the type of its content. */
async function typeOf(source: ByteSource, box: Box): Promise<string> {
  return box.type === "brob" ? (await source.read(box.content, 4)).toString("latin1") : box.type;
}

async function readContent(source: ByteSource, box: Box, most: number): Promise<Buffer | undefined> {
  const content = await boxContent(source, box, most);
  if (content === undefined || box.type !== "brob") return content && Buffer.from(content);
  try {
    return brotliDecompressSync(content.subarray(4), { maxOutputLength: most });
  } catch {
    return undefined;
  }
}

/** The store begins with the head of its box. */
async function readStore(source: ByteSource, box: Box): Promise<Buffer | undefined> {
  const content = await readContent(source, box, largestStore);
  return content && Buffer.concat([boxHead("jumb", content.length), content]);
}

function writeBox(type: string, content: Uint8Array): Buffer {
  return Buffer.concat([boxHead(type, content.length), content]);
}

function boxHead(type: string, length: number): Buffer {
  return Buffer.concat([u32(length + 8), Buffer.from(type, "latin1")]);
}

function u32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return bytes;
}
