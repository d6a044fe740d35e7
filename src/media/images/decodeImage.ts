/** Decodes an image file as it is displayed. */
import { readColourProfile } from "./colourProfile.ts";
import { decodePng, maximumPixels } from "./decodePng.ts";
import { orient } from "./orient.ts";
import type { Raster } from "./raster.ts";
import { readImageHeader } from "./readImageHeader.ts";

/** The pixels of a PNG, JPEG, WebP or AVIF, upright. undefined: another format, animated, damaged, or too large to decode. */
export async function decodeImage(bytes: Uint8Array): Promise<Raster | undefined> {
  const header = readImageHeader(bytes);
  if (header === undefined || header.width * header.height > maximumPixels) return undefined;
  try {
    const stored = await decodeStored(header.format, bytes);
    const profile = readColourProfile(bytes, header.format);
    return stored && { ...orient(stored, header.orientation ?? 1), ...(profile !== undefined && { profile }) };
  } catch {
    return undefined;
  }
}

/** The decoders are loaded when there is something to decode. */
async function decodeStored(format: string, bytes: Uint8Array): Promise<Raster | undefined> {
  switch (format) {
    case "png":
      return decodePng(bytes);
    case "jpg":
      return (await import("./decodeJpeg.ts")).decodeJpeg(bytes);
    case "webp":
      return (await import("./decodeModern.ts")).decodeWebp(bytes);
    case "avif":
      return (await import("./decodeModern.ts")).decodeAvif(bytes);
    default:
      return undefined;
  }
}
