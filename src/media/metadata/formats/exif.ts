/**
 * Reads the texts of an Exif block in which generators store their parameters. Source: TIFF 6.0, section 2; CIPA DC-008 (Exif 3.0), 4.6.5 and
 * 4.6.6; for the names of Windows, "Exif XP tags" of exiftool.
 */
import { decodeUtf8, type MetadataText, withoutZeros } from "../container.ts";

const userCommentTag = 0x9286;
const exifDirectoryTag = 0x8769;
/** Texts by tag, in any directory. */
const names: Readonly<Record<number, string>> = { 270: "ImageDescription", 271: "Make", 272: "Model", 305: "Software", 40092: "XPComment" };
export const mostEntries = 512;
/** Types of values that are texts: bytes, ASCII, undefined, and UTF-8 since Exif 3.0. */
const textTypes: readonly number[] = [1, 2, 7, 129];
const byteType = 1;

/** Reads numbers in the byte order of a TIFF header; undefined: no such header. */
export function tiffNumbers(head: Buffer): Readonly<Record<"u16" | "u32", (bytes: Buffer, at: number) => number>> | undefined {
  const mark = head.toString("latin1", 0, 4);
  if (head.length < 8 || (mark !== "II*\0" && mark !== "MM\0*")) return undefined;
  return mark === "II*\0"
    ? { u16: (bytes, at) => bytes.readUInt16LE(at), u32: (bytes, at) => bytes.readUInt32LE(at) }
    : { u16: (bytes, at) => bytes.readUInt16BE(at), u32: (bytes, at) => bytes.readUInt32BE(at) };
}

/** @param bytes Starting at the TIFF header, or at `Exif\0\0`. */
export function readExif(bytes: Buffer): MetadataText[] {
  const tiff = bytes.toString("latin1", 0, 6) === "Exif\0\0" ? bytes.subarray(6) : bytes;
  const numbers = tiffNumbers(tiff);
  if (numbers === undefined) return [];
  const isLittle = tiff[0] === 0x49;
  const [u16, u32] = [(offset: number) => numbers.u16(tiff, offset), (offset: number) => numbers.u32(tiff, offset)];
  const found: MetadataText[] = [];

  function readDirectory(offset: number, isFirst: boolean): void {
    if (offset + 2 > tiff.length) return;
    const count = Math.min(u16(offset), mostEntries);
    for (let index = 0; index < count; index += 1) {
      const entry = offset + 2 + index * 12;
      if (entry + 12 > tiff.length) return;
      const [tag, type, length] = [u16(entry), u16(entry + 2), u32(entry + 4)];
      const start = length <= 4 ? entry + 8 : u32(entry + 8);
      const value = () => tiff.subarray(start, start + length);
      const name = names[tag];
      if (isFirst && tag === exifDirectoryTag) readDirectory(u32(entry + 8), false);
      else if (!textTypes.includes(type)) continue;
      else if (tag === userCommentTag) found.push({ keyword: "UserComment", text: readComment(value(), isLittle) });
      // Windows stores bytes of UTF-16.
      else if (name !== undefined) found.push({ keyword: name, text: type === byteType ? decodeUtf16(value(), true) : readAscii(value()) });
    }
  }

  readDirectory(u32(4), true);
  return found.filter(({ text }) => text !== "");
}

function readAscii(value: Buffer): string {
  const end = value.indexOf(0);
  const bytes = end < 0 ? value : value.subarray(0, end);
  return decodeUtf8(bytes) ?? bytes.toString("latin1");
}

/** Names of the character code of a comment, which is its first eight bytes. Some programs write it in another case, others none. */
const characterCodes: readonly string[] = ["ASCII\0\0\0", "UNICODE\0", "JIS\0\0\0\0\0", "\0\0\0\0\0\0\0\0"];

function readComment(value: Buffer, isLittle: boolean): string {
  const code = value.toString("latin1", 0, 8).toUpperCase();
  const isCode = characterCodes.includes(code) || (code.startsWith("UNICODE") && code.charCodeAt(7) <= 32);
  const text = isCode ? value.subarray(8) : value;
  return code.startsWith("UNICODE") || hasUtf16Mark(text) ? readUnicode(text, isLittle) : readAscii(text);
}

function hasUtf16Mark(text: Buffer): boolean {
  const mark = text.length < 2 ? 0 : text.readUInt16BE(0);
  return mark === 0xfeff || mark === 0xfffe;
}

/**
 * UTF-16 in the byte order of a mark or of the block, in the other order, because programs that use piexif always write big-endian, or UTF-8
 * since Exif 3.0. Without a mark, the decoded texts decide.
 */
function readUnicode(text: Buffer, isLittle: boolean): string {
  if (hasUtf16Mark(text)) return decodeUtf16(text.subarray(2), text[0] === 0xff);
  const utf8 =
    text.length % 2 === 1 || !text.includes(0) ? decodeUtf8(Buffer.from(withoutZeros(text.toString("latin1")), "latin1")) : undefined;
  const candidates = [...(utf8 === undefined ? [] : [utf8]), decodeUtf16(text, isLittle), decodeUtf16(text, !isLittle)];
  const scores = candidates.map(scoreOf);
  return candidates[scores.indexOf(Math.max(...scores))] ?? "";
}

function decodeUtf16(bytes: Buffer, isLittle: boolean): string {
  return withoutZeros(new TextDecoder(isLittle ? "utf-16le" : "utf-16be").decode(bytes.subarray(0, bytes.length - (bytes.length % 2))));
}

/** How likely it is that a text was decoded correctly: the share of plain characters, and what parameters contain. */
function scoreOf(text: string): number {
  if (/(?:^|[\s,])Steps: ?\d|^\s*\{\s*"/.test(text)) return 2;
  const start = text.slice(0, 1000);
  const plain = start.match(/[\t\n\r -~]/g)?.length ?? 0;
  const broken = start.match(/[\ufffd\0\ue000-\uf8ff]|\p{Cn}/gu)?.length ?? 0;
  return start === "" ? -1 : (plain - 2 * broken) / start.length;
}
