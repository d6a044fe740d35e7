/** Decodes a WebP file. Its package compiles the decoder when it is imported, so import this file when there is something to decode. */
import { decode } from "@cwasm/webp";
import { maximumPixels } from "./decodePng.ts";
import type { Raster } from "./raster.ts";
import { readImageHeader } from "./readImageHeader.ts";

/** undefined: no WebP, an animated one, damaged, or larger than is decoded. */
export function decodeWebp(bytes: Uint8Array): Raster | undefined {
  const header = readImageHeader(bytes);
  if (header?.format !== "webp" || header.width * header.height > maximumPixels) return undefined;
  try {
    const { width, height, data } = decode(bytes);
    return { width, height, data: new Uint8Array(data.buffer, data.byteOffset, data.length) };
  } catch {
    return undefined;
  }
}
