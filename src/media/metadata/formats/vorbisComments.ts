/**
 * Reads and writes the comments of FLAC and Ogg: `KEYWORD=text`. Source: Ogg Vorbis I, section 5. There is no standard for XMP in them, so
 * it is a comment `XMP`.
 */
import { type Container, decodeUtf8, type MetadataText, mostTexts } from "../container.ts";

export interface VorbisComments extends Pick<Container, "texts" | "xmp"> {
  /** The same comments with this XMP packet. */
  write(packet: Uint8Array): Buffer;
}

const xmpStart = "XMP=";
const mostComments = 65_536;

/** undefined: damaged. Bytes after the comments are kept. */
export function readVorbisComments(bytes: Buffer): VorbisComments | undefined {
  let offset = 0;
  const next = (): Buffer | undefined => {
    if (offset + 4 > bytes.length) return undefined;
    const end = offset + 4 + bytes.readUInt32LE(offset);
    if (end > bytes.length) return undefined;
    const text = bytes.subarray(offset + 4, end);
    offset = end;
    return text;
  };
  const vendor = next();
  if (vendor === undefined || offset + 4 > bytes.length) return undefined;
  const count = bytes.readUInt32LE(offset);
  offset += 4;
  if (count > mostComments) return undefined;
  const comments: Buffer[] = [];
  for (let index = 0; index < count; index += 1) {
    const comment = next();
    if (comment === undefined) return undefined;
    comments.push(comment);
  }
  const rest = bytes.subarray(offset);
  const texts: MetadataText[] = [];
  let xmp: string | undefined;
  let moved: string | undefined;
  for (const comment of comments) {
    const equals = comment.subarray(0, 256).indexOf("=");
    const text = equals < 1 || texts.length === mostTexts ? undefined : decodeUtf8(comment.subarray(equals + 1));
    if (text === undefined) continue;
    if (isXmp(comment)) xmp ??= text;
    else if (comment.toString("latin1", 0, equals).toLowerCase() === movedPacket) moved ??= readEscapes(text);
    else texts.push({ keyword: comment.toString("latin1", 0, equals).toLowerCase(), text });
  }
  return {
    texts,
    xmp: xmp ?? moved,
    write(packet) {
      const kept = [...comments.filter((comment) => !isXmp(comment)), Buffer.concat([Buffer.from(xmpStart), packet])];
      return Buffer.concat([withLength(vendor), lengthOf(kept.length), ...kept.map(withLength), rest]);
    },
  };
}

/** The comment or tag in which ffmpeg keeps the packet of an MP3 file that it converts. */
export const movedPacket = "id3v2_priv.xmp";

/** It writes bytes that are not printable as `\x0a`. */
export function readEscapes(text: string): string | undefined {
  const bytes = text.replaceAll(/\\x([\da-f]{2})/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)));
  return decodeUtf8(Buffer.from(bytes, "latin1"));
}

function isXmp(comment: Buffer): boolean {
  return comment.toString("latin1", 0, xmpStart.length).toUpperCase() === xmpStart;
}

/** Writes comments for a file that has none. */
export function writeVorbisComments(packet: Uint8Array): Buffer {
  return Buffer.concat([lengthOf(0), lengthOf(1), withLength(Buffer.concat([Buffer.from(xmpStart), packet]))]);
}

function withLength(bytes: Buffer): Buffer {
  return Buffer.concat([lengthOf(bytes.length), bytes]);
}

function lengthOf(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(value);
  return bytes;
}
