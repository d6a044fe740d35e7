/** Decodes a PNG file to RGBA pixels, 8 bits each. Source: PNG specification, third edition. */
import { inflateSync } from "node:zlib";
import type { Raster } from "./raster.ts";

/** Images with more pixels are not decoded: a small file may declare a huge size. */
export const maximumPixels = 40_000_000;

interface Header {
  width: number;
  height: number;
  depth: number;
  colourType: number;
}

/** Samples of one pixel by colour type: grey, RGB, palette index, grey + alpha, RGBA. */
const samplesPerPixel: Readonly<Record<number, number>> = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 };

function paeth(left: number, up: number, corner: number): number {
  const [a, b, c] = [Math.abs(up - corner), Math.abs(left - corner), Math.abs(left + up - 2 * corner)];
  if (a <= b && a <= c) return left;
  return b <= c ? up : corner;
}

/** Undoes the row filters in place; returns the rows without their filter bytes. */
function unfilter(raw: Uint8Array, stride: number, height: number, step: number): Uint8Array {
  const rows = new Uint8Array(stride * height);
  for (let y = 0; y < height; y += 1) {
    const filter = raw[y * (stride + 1)] ?? 0;
    for (let index = 0; index < stride; index += 1) {
      const at = y * stride + index;
      const left = index >= step ? (rows[at - step] ?? 0) : 0;
      const up = y > 0 ? (rows[at - stride] ?? 0) : 0;
      const corner = y > 0 && index >= step ? (rows[at - stride - step] ?? 0) : 0;
      const predicted =
        filter === 1 ? left : filter === 2 ? up : filter === 3 ? (left + up) >> 1 : filter === 4 ? paeth(left, up, corner) : 0;
      rows[at] = (raw[y * (stride + 1) + 1 + index] ?? 0) + predicted;
    }
  }
  return rows;
}

function toRgba(rows: Uint8Array, header: Header, palette: Uint8Array, alphas: Uint8Array): Raster {
  const { width, height, depth, colourType } = header;
  const samples = samplesPerPixel[colourType] ?? 1;
  const stride = Math.ceil((width * samples * depth) / 8);
  const top = 2 ** Math.min(depth, 8) - 1;
  const data = new Uint8Array(width * height * 4);
  const sampleAt = (y: number, index: number): number => {
    if (depth >= 8) return rows[y * stride + index * (depth / 8)] ?? 0;
    const bit = index * depth;
    return ((rows[y * stride + (bit >> 3)] ?? 0) >> (8 - depth - (bit & 7))) & top;
  };
  for (let y = 0, at = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1, at += 4) {
      const first = sampleAt(y, x * samples);
      if (colourType === 3) {
        data.set(palette.subarray(first * 3, first * 3 + 3), at);
        data[at + 3] = alphas[first] ?? 255;
        continue;
      }
      const grey = samples < 3;
      const scale = 255 / top;
      data[at] = first * scale;
      data[at + 1] = (grey ? first : sampleAt(y, x * samples + 1)) * scale;
      data[at + 2] = (grey ? first : sampleAt(y, x * samples + 2)) * scale;
      data[at + 3] = samples === 2 || samples === 4 ? sampleAt(y, x * samples + samples - 1) : 255;
    }
  }
  return { width, height, data };
}

const signature = Buffer.from("\x89PNG\r\n\x1a\n", "latin1");

/** Undefined for another format, a damaged file, an interlaced one or one above `maximumPixels`. */
export function decodePng(bytes: Uint8Array): Raster | undefined {
  if (!signature.equals(bytes.subarray(0, signature.length))) return undefined;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const parts: Uint8Array[] = [];
  let header: Header | undefined;
  let palette = new Uint8Array(0);
  let alphas = new Uint8Array(0);
  for (let at = 8; at + 12 <= bytes.length; ) {
    const length = view.getUint32(at);
    const type = Buffer.from(bytes.subarray(at + 4, at + 8)).toString("latin1");
    const body = bytes.slice(at + 8, at + 8 + length);
    at += length + 12;
    if (type === "IHDR" && body.length === 13 && body[12] === 0) {
      header = { width: view.getUint32(16), height: view.getUint32(20), depth: body[8] ?? 8, colourType: body[9] ?? 0 };
    }
    if (type === "PLTE") palette = body;
    if (type === "tRNS") alphas = body;
    if (type === "IDAT") parts.push(body);
    if (type === "IEND") break;
  }
  const samples = header && samplesPerPixel[header.colourType];
  if (!header || !samples || header.width * header.height > maximumPixels) return undefined;
  const stride = Math.ceil((header.width * samples * header.depth) / 8);
  try {
    const raw = inflateSync(Buffer.concat(parts), { maxOutputLength: (stride + 1) * header.height + 1024 });
    return toRgba(unfilter(raw, stride, header.height, Math.max(1, (samples * header.depth) >> 3)), header, palette, alphas);
  } catch {
    return undefined;
  }
}
