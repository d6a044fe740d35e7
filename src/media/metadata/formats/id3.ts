/** The frames of an ID3v2 tag: XMP in `PRIV`, other programs' texts in `TXXX` and `COMM`, Content Credentials in `GEOB`. Source: ID3v2.3.0 and 2.4.0. */
import type { ByteSource } from "../../files/byteSource.ts";
import type { Piece } from "../../files/pieces.ts";
import { type Container, decodeUtf8, largestStore, largestText, type MetadataText, mostTexts, withoutZeros } from "../container.ts";

export interface Id3Tag extends Pick<Container, "texts" | "xmp" | "credentials"> {
  /** Offset of the first byte after the tag. */
  end: number;
  withXmp(packet: Uint8Array): Piece[] | undefined;
}

const headBytes = 10;
const mostFrames = 4096;
/** The largest size that fits into four bytes of seven bits each. */
const largestTag = 2 ** 28 - 1;
const xmpOwner = "XMP\0";
const storeTypes = ["application/x-c2pa-manifest-store", "application/c2pa"];

/** undefined: the file has no tag at its beginning, or a truncated one. */
export async function readId3(source: ByteSource): Promise<Id3Tag | undefined> {
  const head = await source.read(0, headBytes);
  if (head.length < headBytes || head.toString("latin1", 0, 3) !== "ID3") return undefined;
  const [version, flags, size] = [head.readUInt8(3), head.readUInt8(5), readSafe(head, 6)];
  const hasFooter = version === 4 && (flags & 0x10) !== 0;
  const end = headBytes + size + (hasFooter ? headBytes : 0);
  if (end > source.size) return undefined;
  const texts: MetadataText[] = [];
  const packets: { from: number; to: number; text: string | undefined }[] = [];
  let credentials: Container["credentials"];
  // Flags indicate other frame layouts, which are rare. Version 2.2 has different frames.
  let isPlain = (version === 3 || version === 4) && flags === 0;
  let offset = headBytes;
  for (let index = 0; isPlain && index < mostFrames && offset + headBytes <= end; index += 1) {
    const frame = await source.read(offset, headBytes);
    const type = frame.toString("latin1", 0, 4);
    if (type === "\0\0\0\0") break;
    const length = version === 4 ? readSafe(frame, 4) : frame.readUInt32BE(4);
    const frameEnd = offset + headBytes + length;
    if (!/^[A-Z0-9]{4}$/.test(type) || frameEnd > end) {
      isPlain = false;
      break;
    }
    const isEncoded = frame.readUInt8(9) !== 0;
    const content = async (most: number) => (isEncoded || length > most ? undefined : await source.read(offset + headBytes, length));
    if ((type === "TXXX" || type === "COMM") && texts.length < mostTexts) {
      const bytes = await content(largestText);
      const text = type === "TXXX" ? readText(bytes) : readComment(bytes);
      if (text !== undefined) texts.push(text);
    } else if (type === "PRIV") {
      const bytes = await content(largestText);
      if (bytes?.toString("latin1", 0, xmpOwner.length) === xmpOwner)
        packets.push({ from: offset, to: frameEnd, text: decodeUtf8(bytes.subarray(xmpOwner.length)) });
    } else if (type === "GEOB") {
      const start = (await source.read(offset + headBytes, Math.min(length, 128))).toString("latin1");
      if (storeTypes.some((name) => start.includes(name, 1))) credentials = { store: readObject(await content(largestStore)) };
    }
    offset = frameEnd;
  }
  return {
    texts,
    xmp: packets[0]?.text,
    credentials,
    end,
    withXmp(packet) {
      const [known, ...others] = packets;
      if (!isPlain || others.length > 0 || (known !== undefined && known.text === undefined)) return undefined;
      const frame = writeXmpFrame(packet, version);
      const { from, to } = known ?? { from: headBytes, to: headBytes };
      const changed = size + frame.length - (to - from);
      if (changed > largestTag) return undefined;
      return [
        Buffer.concat([head.subarray(0, 6), writeSafe(changed)]),
        { from: headBytes, to: from },
        frame,
        { from: to, to: source.size },
      ];
    },
  };
}

/** A tag with only the packet, in the version that all players support. */
export function writeId3(packet: Uint8Array): Buffer {
  const frame = writeXmpFrame(packet, 3);
  return Buffer.concat([Buffer.from("ID3\x03\0\0", "latin1"), writeSafe(frame.length), frame]);
}

function writeXmpFrame(packet: Uint8Array, version: number): Buffer {
  const length = xmpOwner.length + packet.length;
  const size = Buffer.alloc(4);
  size.writeUInt32BE(length);
  return Buffer.concat([
    Buffer.from("PRIV", "latin1"),
    version === 4 ? writeSafe(length) : size,
    Buffer.alloc(2),
    Buffer.from(xmpOwner, "latin1"),
    packet,
  ]);
}

/** Only seven bits of each byte are used, so that no byte looks like the start of samples. */
function readSafe(bytes: Buffer, offset: number): number {
  return [0, 1, 2, 3].reduce((value, index) => value * 128 + ((bytes[offset + index] ?? 0) & 0x7f), 0);
}

function writeSafe(value: number): Buffer {
  return Buffer.from([21, 14, 7, 0].map((shift) => (value >>> shift) & 0x7f));
}

/** Reads encoding, description and text. */
function readText(content: Buffer | undefined): MetadataText | undefined {
  if (content === undefined || content.length < 2) return undefined;
  const [keyword = "", ...rest] = decodeText(content.subarray(1), content.readUInt8(0)).split("\0");
  return keyword === "" ? undefined : { keyword, text: withoutZeros(rest.join("\0").replace(/^\ufeff/, "")) };
}

/** Reads encoding, language, description and text. The description is mostly empty. */
function readComment(content: Buffer | undefined): MetadataText | undefined {
  if (content === undefined || content.length < 5) return undefined;
  const text = decodeText(content.subarray(4), content.readUInt8(0)).split("\0").slice(1).join("\0");
  return { keyword: "comment", text: withoutZeros(text.replace(/^\ufeff/, "")) };
}

function decodeText(bytes: Uint8Array, encoding: number): string {
  switch (encoding) {
    case 1:
      return new TextDecoder(bytes[0] === 0xfe ? "utf-16be" : "utf-16le").decode(bytes);
    case 2:
      return new TextDecoder("utf-16be").decode(bytes);
    default:
      return decodeUtf8(bytes) ?? Buffer.from(bytes).toString("latin1");
  }
}

/** Reads encoding, media type, file name, description and object. */
function readObject(content: Buffer | undefined): Uint8Array | undefined {
  if (content === undefined) return undefined;
  const isWide = content[0] === 1 || content[0] === 2;
  let offset = content.indexOf(0, 1) + 1;
  for (let text = 0; text < 2 && offset > 0; text += 1) {
    let end = content.indexOf(0, offset);
    while (isWide && end >= 0 && ((end - offset) % 2 !== 0 || content[end + 1] !== 0)) end = content.indexOf(0, end + 1);
    offset = end < 0 ? 0 : end + (isWide ? 2 : 1);
  }
  return offset === 0 ? undefined : content.subarray(offset);
}
