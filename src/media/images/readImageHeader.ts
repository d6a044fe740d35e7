import { disableTypes, imageSize, types } from "image-size";
import { readHeifHeader } from "./heifHeader.ts";
import type { ImageHeader } from "./imageHeader.ts";
import { readJpegHeader } from "./jpegHeader.ts";
import { readOrientation } from "./orientation.ts";
import { readPngOrientation } from "./pngChunks.ts";

const known: ReadonlySet<string> = new Set(["bmp", "gif", "png", "tiff", "webp"]);
// The others are rare, read here, or have signatures so short that other files match them.
disableTypes(types.filter((type) => !known.has(type)));

/** undefined: not an image, or truncated before its size. */
export function readImageHeader(bytes: Uint8Array): ImageHeader | undefined {
  if (bytes[0] === 0xff && bytes[1] === 0xd8) return readJpegHeader(bytes);
  const heif = readHeifHeader(bytes);
  if (heif !== undefined) return heif;
  try {
    const { type, width, height } = imageSize(bytes);
    const orientation = type === "png" ? readPngOrientation(bytes) : type === "tiff" ? readOrientation(Buffer.from(bytes)) : undefined;
    return type === undefined ? undefined : { format: type, width, height, ...(orientation !== undefined && { orientation }) };
  } catch {
    return undefined;
  }
}
