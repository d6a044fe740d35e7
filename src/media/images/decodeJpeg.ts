/**
 * Decodes a JPEG as it is stored, with libjpeg-turbo, the library of browsers: also arithmetic coding, and RGB as its markers declare it. It
 * refuses four inks, which jpeg-js decodes.
 */
import createTurbo, { type Turbo } from "@cornerstonejs/codec-libjpeg-turbo-8bit/decodewasmjs";
import { decode } from "jpeg-js";
import { maximumPixels } from "./decodePng.ts";
import type { Raster } from "./raster.ts";
import { readWasm } from "./wasmFile.ts";

let loading: Promise<Turbo> | undefined;

/** @throws if the file is damaged */
export async function decodeJpeg(bytes: Uint8Array): Promise<Raster> {
  loading ??= readWasm("@cornerstonejs/codec-libjpeg-turbo-8bit/decodewasm", "libjpegturbowasm_decode.wasm").then((wasmBinary) =>
    createTurbo({ wasmBinary, print: () => undefined, printErr: () => undefined }),
  );
  const decoder = new (await loading).JPEGDecoder();
  try {
    decoder.getEncodedBuffer(bytes.length).set(bytes);
    decoder.decode();
    const { width, height, componentCount } = decoder.getFrameInfo();
    return { width, height, data: toRgba(decoder.getDecodedBuffer(), width * height, componentCount) };
  } catch {
    // What it has reserved is not freed.
    loading = undefined;
    return decode(bytes, { useTArray: true, maxResolutionInMP: maximumPixels / 1e6, maxMemoryUsageInMB: 512 });
  }
}

/** @param components 1, grey, or 3 */
function toRgba(samples: Uint8Array, count: number, components: number): Uint8Array {
  const data = new Uint8Array(count * 4).fill(255);
  for (let pixel = 0, from = 0; pixel < count; pixel += 1, from += components)
    for (let part = 0; part < 3; part += 1) data[pixel * 4 + part] = samples[components === 1 ? from : from + part] ?? 0;
  return data;
}
