/** Decodes an image file as it is displayed. */
import { decode as decodeJpeg } from "jpeg-js";
import { decodePng, maximumPixels } from "./decodePng.ts";
import { orient } from "./orient.ts";
import type { Raster } from "./raster.ts";
import { readImageHeader } from "./readImageHeader.ts";

/** The pixels of a PNG or JPEG, upright. undefined: another format, damaged, or too large to decode. */
export function decodeImage(bytes: Uint8Array): Raster | undefined {
  const isJpeg = bytes[0] === 0xff && bytes[1] === 0xd8;
  return isJpeg ? decodeJpegImage(bytes) : decodePng(bytes);
}

function decodeJpegImage(bytes: Uint8Array): Raster | undefined {
  try {
    const { width, height, data } = decodeJpeg(bytes, { useTArray: true, maxResolutionInMP: maximumPixels / 1e6, maxMemoryUsageInMB: 512 });
    return orient({ width, height, data }, readImageHeader(bytes)?.orientation ?? 1);
  } catch {
    return undefined;
  }
}
