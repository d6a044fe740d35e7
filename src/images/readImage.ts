/** Reads the format and size of an image file and, for PNG and JPEG, its pixels. */
import { decode as decodeJpeg } from "jpeg-js";
import { decodePng, maximumPixels } from "./decodePng.ts";
import type { Raster } from "./raster.ts";

export interface DecodedImage {
  format: "PNG" | "JPEG" | "GIF" | "WebP" | "BMP";
  width: number;
  height: number;
  /** Undefined where only the header was read. */
  pixels: Raster | undefined;
}

const startsWith = (bytes: Uint8Array, text: string, at = 0) =>
  Buffer.from(bytes.subarray(at, at + text.length)).toString("latin1") === text;

function readWebpSize(bytes: Uint8Array, view: DataView): { width: number; height: number } | undefined {
  if (startsWith(bytes, "VP8X", 12)) {
    return { width: 1 + (view.getUint32(24, true) & 0xffffff), height: 1 + (view.getUint32(26, true) >>> 8) };
  }
  if (startsWith(bytes, "VP8L", 12)) {
    const bits = view.getUint32(21, true);
    return { width: 1 + (bits & 0x3fff), height: 1 + ((bits >>> 14) & 0x3fff) };
  }
  if (startsWith(bytes, "VP8 ", 12)) return { width: view.getUint16(26, true) & 0x3fff, height: view.getUint16(28, true) & 0x3fff };
  return undefined;
}

/** The size in the first start-of-frame segment. Source: ITU-T T.81, B.2.2. */
function readJpegSize(view: DataView): { width: number; height: number } | undefined {
  for (let at = 2; at + 9 < view.byteLength; at += 2 + view.getUint16(at + 2)) {
    const marker = view.getUint8(at + 1);
    if (view.getUint8(at) !== 0xff) return undefined;
    if (marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)) {
      return { height: view.getUint16(at + 5), width: view.getUint16(at + 7) };
    }
  }
  return undefined;
}

function readJpegPixels(bytes: Uint8Array): Raster | undefined {
  try {
    const { width, height, data } = decodeJpeg(bytes, { useTArray: true, maxResolutionInMP: maximumPixels / 1e6, maxMemoryUsageInMB: 512 });
    return { width, height, data };
  } catch {
    return undefined;
  }
}

/** Undefined for what is no image that we know, by its own bytes and not by its name. */
export function readImage(bytes: Uint8Array): DecodedImage | undefined {
  if (bytes.length < 30) return undefined;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (startsWith(bytes, "\x89PNG\r\n\x1a\n")) {
    return { format: "PNG", width: view.getUint32(16), height: view.getUint32(20), pixels: decodePng(bytes) };
  }
  if (startsWith(bytes, "GIF8"))
    return { format: "GIF", width: view.getUint16(6, true), height: view.getUint16(8, true), pixels: undefined };
  if (startsWith(bytes, "BM")) {
    return { format: "BMP", width: view.getInt32(18, true), height: Math.abs(view.getInt32(22, true)), pixels: undefined };
  }
  if (startsWith(bytes, "RIFF") && startsWith(bytes, "WEBP", 8)) {
    const size = readWebpSize(bytes, view);
    return size && { format: "WebP", ...size, pixels: undefined };
  }
  if (view.getUint16(0) !== 0xffd8) return undefined;
  const size = readJpegSize(view);
  return size && { format: "JPEG", ...size, pixels: readJpegPixels(bytes) };
}
