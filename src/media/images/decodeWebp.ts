/** Decodes a WebP file. Import this file only when there is something to decode, because its package compiles the decoder on import. */
import { decode } from "@cwasm/webp";
import { maximumPixels } from "./decodePng.ts";
import type { Raster } from "./raster.ts";
import { readImageHeader } from "./readImageHeader.ts";

/** undefined: not WebP, animated, damaged, or too large to decode. */
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
