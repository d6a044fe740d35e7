/** Decodes WebP and AVIF files as they are stored, with libwebp and libavif. */
import { avif, webp } from "icodec/node";
import type { Raster } from "./raster.ts";
import { readWasm } from "./wasmFile.ts";

/** @throws if the file is animated or damaged */
export async function decodeWebp(bytes: Uint8Array): Promise<Raster> {
  await webp.loadDecoder(await readWasm("icodec/webp-dec.wasm", "icodec-webp-dec.wasm"));
  return toRaster(webp.decode(bytes));
}

/** @throws if the file is damaged */
export async function decodeAvif(bytes: Uint8Array): Promise<Raster> {
  await avif.loadDecoder(await readWasm("icodec/avif-dec.wasm", "icodec-avif-dec.wasm"));
  return toRaster(avif.decode(bytes));
}

/** @param data With more than eight bits, two bytes for each sample. */
function toRaster({ width, height, data, depth = 8 }: { width: number; height: number; data: Uint8ClampedArray; depth?: number }): Raster {
  if (depth === 8) return { width, height, data: new Uint8Array(data.buffer, data.byteOffset, data.length) };
  const samples = new Uint16Array(data.buffer, data.byteOffset, data.byteLength / 2);
  return { width, height, data: Uint8Array.from(samples, (value) => (value * 255) / (2 ** depth - 1) + 0.5) };
}
