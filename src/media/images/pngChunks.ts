/** The chunks of a PNG file that its pixels need. Source: PNG specification, third edition, 11. */
import { readOrientation } from "./orientation.ts";

/** Samples of one pixel by colour type: grey, RGB, palette index, grey + alpha, RGBA. */
export const samplesPerPixel = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 } as const;
type ColourType = keyof typeof samplesPerPixel;

/** Bits of a sample by colour type. Source: 11.2.1, table 12. */
const depths: Readonly<Record<ColourType, readonly number[]>> = {
  0: [1, 2, 4, 8, 16],
  2: [8, 16],
  3: [1, 2, 4, 8],
  4: [8, 16],
  6: [8, 16],
};

export interface PngHeader {
  width: number;
  height: number;
  /** Bits of a sample. */
  depth: number;
  colourType: ColourType;
  isInterlaced: boolean;
}

export interface PngChunks {
  header: PngHeader;
  palette: Uint8Array;
  /** Of chunk `tRNS`. */
  transparency: Uint8Array;
  /** Compressed pixels; fewer if the file is truncated. */
  data: Uint8Array;
}

const signature = Buffer.from("\x89PNG\r\n\x1a\n", "latin1");

/** undefined: another format, or a header that the standard does not allow. */
export function readPngChunks(bytes: Uint8Array): PngChunks | undefined {
  if (!signature.equals(bytes.subarray(0, signature.length))) return undefined;
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  const parts: Uint8Array[] = [];
  let header: PngHeader | undefined;
  let palette: Uint8Array = new Uint8Array();
  let transparency: Uint8Array = new Uint8Array();
  for (let at = signature.length; at + 8 <= file.length; ) {
    const length = file.readUInt32BE(at);
    const type = file.toString("latin1", at + 4, at + 8);
    const body = file.subarray(at + 8, at + 8 + length);
    at += length + 12;
    if (type === "IEND") break;
    if (type === "IHDR") header ??= readHeader(body);
    else if (type === "PLTE") palette = body;
    else if (type === "tRNS") transparency = body;
    else if (type === "IDAT") parts.push(body);
  }
  return header && { header, palette, transparency, data: Buffer.concat(parts) };
}

/** The content of the first chunk of a type, if it is in front of the pixels: browsers ignore a later one. */
export function findPngChunk(bytes: Uint8Array, wanted: "eXIf" | "iCCP"): Buffer | undefined {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  for (let at = signature.length; at + 8 <= file.length; at += file.readUInt32BE(at) + 12) {
    const type = file.toString("latin1", at + 4, at + 8);
    if (type === wanted) return file.subarray(at + 8, at + 8 + file.readUInt32BE(at));
    if (type === "IDAT") return undefined;
  }
  return undefined;
}

export function readPngOrientation(bytes: Uint8Array): number | undefined {
  const exif = findPngChunk(bytes, "eXIf");
  return exif && readOrientation(exif);
}

function readHeader(body: Buffer): PngHeader | undefined {
  if (body.length < 13) return undefined;
  const [width, height, depth, type, interlace] = [body.readUInt32BE(0), body.readUInt32BE(4), body[8] ?? 0, body[9] ?? 0, body[12] ?? 0];
  const colourType = ([0, 2, 3, 4, 6] as const).find((one) => one === type);
  if (width === 0 || height === 0 || colourType === undefined || !depths[colourType].includes(depth) || interlace > 1) return undefined;
  return { width, height, depth, colourType, isInterlaced: interlace === 1 };
}
