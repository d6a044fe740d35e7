/**
 * Reads the texts of an Exif block in which generators store their parameters. Source: TIFF 6.0, section 2; CIPA DC-008 (Exif 2.32), 4.6.5.
 */
import { decodeUtf8, type MetadataText, withoutZeros } from "../container.ts";

const userCommentTag = 0x9286;
const exifDirectoryTag = 0x8769;
/** Texts of the first directory, by tag. */
const names: Readonly<Record<number, string>> = { 270: "ImageDescription", 271: "Make", 272: "Model", 305: "Software" };
const mostEntries = 512;
const asciiType = 2;

/** @param bytes Starting at the TIFF header, or at `Exif\0\0`. */
export function readExif(bytes: Buffer): MetadataText[] {
  const tiff = bytes.toString("latin1", 0, 6) === "Exif\0\0" ? bytes.subarray(6) : bytes;
  const mark = tiff.toString("latin1", 0, 4);
  if (tiff.length < 8 || (mark !== "II*\0" && mark !== "MM\0*")) return [];
  const isLittle = mark === "II*\0";
  const u16 = (offset: number) => (isLittle ? tiff.readUInt16LE(offset) : tiff.readUInt16BE(offset));
  const u32 = (offset: number) => (isLittle ? tiff.readUInt32LE(offset) : tiff.readUInt32BE(offset));
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
      else if (isFirst && name !== undefined && type === asciiType) found.push({ keyword: name, text: readAscii(value()) });
      else if (tag === userCommentTag) found.push({ keyword: "UserComment", text: readComment(value(), isLittle) });
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

function readComment(value: Buffer, isLittle: boolean): string {
  const text = value.subarray(8);
  if (value.toString("latin1", 0, 7) !== "UNICODE") return readAscii(text);
  // The byte order should be that of the block, but programs that use piexif always write big-endian.
  const zeros = [0, 0];
  for (let index = 0; index < Math.min(text.length, 256); index += 1) if (text[index] === 0) zeros[index % 2] = (zeros[index % 2] ?? 0) + 1;
  const [first = 0, second = 0] = zeros;
  const isLittleText = first === second ? isLittle : second > first;
  return withoutZeros(new TextDecoder(isLittleText ? "utf-16le" : "utf-16be").decode(text));
}
