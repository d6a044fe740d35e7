import { decode as decodeJpeg } from "jpeg-js";
import { decodePng, maximumPixels } from "./decodePng.ts";
import type { Raster } from "./raster.ts";

/** The pixels of a PNG or JPEG. undefined: another format, damaged, or too large to decode. */
export function decodeImage(bytes: Uint8Array): Raster | undefined {
  const isJpeg = bytes[0] === 0xff && bytes[1] === 0xd8;
  return isJpeg ? decodeJpegImage(bytes) : decodePng(bytes);
}

function decodeJpegImage(bytes: Uint8Array): Raster | undefined {
  try {
    const { width, height, data } = decodeJpeg(bytes, { useTArray: true, maxResolutionInMP: maximumPixels / 1e6, maxMemoryUsageInMB: 512 });
    return { width, height, data };
  } catch {
    return undefined;
  }
}
