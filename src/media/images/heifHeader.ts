/**
 * The size and orientation of the primary image of an AVIF or HEIF file, from the properties of its item; Exif only describes them. Source:
 * ISO/IEC 23008-12, 6.5.3 (`ispe`), 6.5.10 (`irot`), 6.5.12 (`imir`) and 9.3 (`iprp`).
 */

import { boxesIn } from "../files/mp4Boxes.ts";
import type { ImageHeader } from "./imageHeader.ts";
import { turnAgain } from "./orientation.ts";

/** Anticlockwise by quarters, and an exchange of top and bottom or of left and right, as orientations. */
const rotations = [1, 8, 3, 6];
const mirrors = [4, 2];
const avifBrands: ReadonlySet<string> = new Set(["avif", "avis"]);

/** undefined: another format, or damaged. */
export function readHeifHeader(bytes: Uint8Array): ImageHeader | undefined {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  if (file.toString("latin1", 4, 8) !== "ftyp") return undefined;
  try {
    const boxes = boxesIn(file);
    const [brands, meta] = ["ftyp", "meta"].map((type) => boxes.find((box) => box.type === type)?.content);
    const inMeta = meta && boxesIn(meta.subarray(4));
    const find = (type: string) => inMeta?.find((box) => box.type === type)?.content;
    const [primary, properties] = [find("pitm"), find("iprp")];
    if (brands === undefined || primary === undefined || properties === undefined) return undefined;
    const id = primary[0] === 0 ? primary.readUInt16BE(4) : primary.readUInt32BE(4);
    const header = readProperties(boxesIn(properties), id);
    const isAvif = Array.from({ length: brands.length / 4 }, (_, at) => brands.toString("latin1", at * 4, at * 4 + 4)).some((brand) =>
      avifBrands.has(brand),
    );
    return header && { format: isAvif ? "avif" : "heif", ...header };
  } catch (error) {
    // A box ends within its fields.
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

/** Properties that turn the image apply in their order. */
function readProperties(boxes: ReturnType<typeof boxesIn>, id: number): Omit<ImageHeader, "format"> | undefined {
  const known = boxesIn(boxes.find(({ type }) => type === "ipco")?.content ?? Buffer.alloc(0));
  const own = boxes.filter(({ type }) => type === "ipma").flatMap(({ content }) => associationsOf(content, id));
  let size: { width: number; height: number } | undefined;
  let orientation = 1;
  for (const index of own) {
    const { type, content } = known[index - 1] ?? { type: "", content: Buffer.alloc(0) };
    if (type === "ispe") size = { width: content.readUInt32BE(4), height: content.readUInt32BE(8) };
    else if (type === "irot") orientation = turnAgain(orientation, rotations[content.readUInt8(0) & 3] ?? 1);
    else if (type === "imir") orientation = turnAgain(orientation, mirrors[content.readUInt8(0) & 1] ?? 1);
  }
  return size && { ...size, ...(orientation !== 1 && { orientation }) };
}

/** The positions of an item's properties in `ipco`, from 1. */
function associationsOf(bytes: Buffer, id: number): number[] {
  const [hasLongIds, hasLongIndices] = [(bytes[0] ?? 0) > 0, ((bytes[3] ?? 0) & 1) === 1];
  let at = 8;
  for (let left = bytes.readUInt32BE(4); left > 0; left -= 1) {
    const item = hasLongIds ? bytes.readUInt32BE(at) : bytes.readUInt16BE(at);
    at += hasLongIds ? 4 : 2;
    const count = bytes.readUInt8(at);
    at += 1;
    const width = hasLongIndices ? 2 : 1;
    if (item === id) {
      // The first bit says whether a reader must know the property.
      return Array.from({ length: count }, (_, index) =>
        hasLongIndices ? bytes.readUInt16BE(at + index * 2) & 0x7fff : bytes.readUInt8(at + index) & 0x7f,
      );
    }
    at += count * width;
  }
  return [];
}
