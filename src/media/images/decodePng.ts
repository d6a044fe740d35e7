/** Decodes a PNG file to RGBA pixels, 8 bits each. Source: PNG specification, third edition. */
import { constants, createInflate, inflateSync } from "node:zlib";
import { type PngChunks, type PngHeader, readPngChunks, samplesPerPixel } from "./pngChunks.ts";
import type { Raster } from "./raster.ts";

/** Images with more pixels are not decoded: a small file may declare a huge size. */
export const maximumPixels = 40_000_000;
/** Deflate makes at most this many bytes of one (zlib's documentation, "Maximum Compression Factor"). */
const largestExpansion = 1032;
/** The part of a truncated image that must be there. */
const leastPart = 0.25;

/** A part of the image that is filtered as an image of its own. */
interface Pass {
  /** Of its first pixel, and the distance to the next. */
  x: number;
  y: number;
  stepX: number;
  stepY: number;
}

const wholeImage: readonly Pass[] = [{ x: 0, y: 0, stepX: 1, stepY: 1 }];
/** Source: 8.1, Adam7. */
const adam7: readonly Pass[] = [
  { x: 0, y: 0, stepX: 8, stepY: 8 },
  { x: 4, y: 0, stepX: 8, stepY: 8 },
  { x: 0, y: 4, stepX: 4, stepY: 8 },
  { x: 2, y: 0, stepX: 4, stepY: 4 },
  { x: 0, y: 2, stepX: 2, stepY: 4 },
  { x: 1, y: 0, stepX: 2, stepY: 2 },
  { x: 0, y: 1, stepX: 1, stepY: 2 },
];

/** Of a truncated file, the missing pixels are transparent. undefined: another format, damaged, or above `maximumPixels`. */
export function decodePng(bytes: Uint8Array): Raster | undefined {
  const chunks = readPngChunks(bytes);
  if (chunks === undefined) return undefined;
  const { header, data } = chunks;
  if (header.width * header.height > maximumPixels) return undefined;
  const passes = (header.isInterlaced ? adam7 : wholeImage).map((pass) => measure(header, pass));
  const size = passes.reduce((sum, { rows, stride }) => sum + (stride === 0 ? 0 : rows * (stride + 1)), 0);
  // Checked before anything is allocated.
  if (data.length * largestExpansion < size * leastPart) return undefined;
  const raw = inflate(data, size);
  return raw === undefined || raw.length < size * leastPart ? undefined : draw(chunks, passes, raw);
}

/** The uppermost rows, of a file that may be cut behind them. undefined: as `decodePng`, interlaced, or without all of these rows. */
export async function decodeTop(bytes: Uint8Array, rows: number): Promise<Raster | undefined> {
  const chunks = readPngChunks(bytes);
  if (chunks === undefined || chunks.header.isInterlaced) return undefined;
  const header = { ...chunks.header, height: Math.min(rows, chunks.header.height) };
  if (header.width * header.height > maximumPixels) return undefined;
  const passes = wholeImage.map((pass) => measure(header, pass));
  const size = passes.reduce((sum, { rows: count, stride }) => sum + count * (stride + 1), 0);
  const raw = await inflateStart(chunks.data, size);
  return raw === undefined ? undefined : draw({ ...chunks, header }, passes, raw);
}

/** @param raw The filtered rows of all passes. */
function draw(chunks: PngChunks, passes: readonly ReturnType<typeof measure>[], raw: Uint8Array): Raster {
  const { header } = chunks;
  const raster = { width: header.width, height: header.height, data: new Uint8Array(header.width * header.height * 4) };
  const write = pixelWriter(chunks);
  let offset = 0;
  for (const { pass, rows, columns, stride } of passes) {
    if (stride === 0) continue;
    for (let row = 0; row < rows && offset + stride < raw.length; row += 1, offset += stride + 1) {
      unfilter(raw, offset, stride, row > 0, bytesPerPixel(header));
      const first = (pass.y + row * pass.stepY) * header.width + pass.x;
      for (let column = 0; column < columns; column += 1) write(raw, offset + 1, column, raster.data, (first + column * pass.stepX) * 4);
    }
  }
  return raster;
}

function measure({ width, height, depth, colourType }: PngHeader, pass: Pass) {
  const columns = Math.max(0, Math.ceil((width - pass.x) / pass.stepX));
  const rows = Math.max(0, Math.ceil((height - pass.y) / pass.stepY));
  return { pass, columns, rows, stride: rows === 0 ? 0 : Math.ceil((columns * samplesPerPixel[colourType] * depth) / 8) };
}

/** As much as can be inflated. */
function inflate(data: Uint8Array, size: number): Uint8Array | undefined {
  try {
    return inflateSync(data, { maxOutputLength: size + 1024, finishFlush: constants.Z_SYNC_FLUSH });
  } catch {
    return undefined;
  }
}

/** The first bytes that are inflated; undefined: there are fewer. */
function inflateStart(data: Uint8Array, size: number): Promise<Uint8Array | undefined> {
  const { promise, resolve } = Promise.withResolvers<Uint8Array | undefined>();
  const parts: Buffer[] = [];
  let length = 0;
  const stream = createInflate({ finishFlush: constants.Z_SYNC_FLUSH });
  stream.on("data", (part: Buffer) => {
    parts.push(part);
    length += part.length;
    if (length < size) return;
    resolve(Buffer.concat(parts).subarray(0, size));
    stream.destroy();
  });
  stream.on("error", () => resolve(undefined));
  stream.on("end", () => resolve(undefined));
  stream.end(data);
  return promise;
}

function bytesPerPixel({ depth, colourType }: PngHeader): number {
  return Math.max(1, (samplesPerPixel[colourType] * depth) >> 3);
}

function paeth(left: number, up: number, corner: number): number {
  const [a, b, c] = [Math.abs(up - corner), Math.abs(left - corner), Math.abs(left + up - 2 * corner)];
  if (a <= b && a <= c) return left;
  return b <= c ? up : corner;
}

/** Undoes the filter of one row in place; the row before it is already unfiltered. */
function unfilter(raw: Uint8Array, offset: number, stride: number, hasRowBefore: boolean, step: number): void {
  const filter = raw[offset] ?? 0;
  const before = stride + 1;
  for (let index = 0, at = offset + 1; filter !== 0 && index < stride; index += 1, at += 1) {
    const left = index >= step ? (raw[at - step] ?? 0) : 0;
    const up = hasRowBefore ? (raw[at - before] ?? 0) : 0;
    const corner = hasRowBefore && index >= step ? (raw[at - before - step] ?? 0) : 0;
    const predicted =
      filter === 1 ? left : filter === 2 ? up : filter === 3 ? (left + up) >> 1 : filter === 4 ? paeth(left, up, corner) : 0;
    raw[at] = (raw[at] ?? 0) + predicted;
  }
}

type PixelWriter = (raw: Uint8Array, row: number, column: number, target: Uint8Array, at: number) => void;

/** Writes one pixel of a row as RGBA. */
function pixelWriter({ header, palette, transparency }: PngChunks): PixelWriter {
  const { depth, colourType } = header;
  const samples = samplesPerPixel[colourType];
  const top = 2 ** depth - 1;
  const sample = (raw: Uint8Array, row: number, index: number): number => {
    if (depth === 8) return raw[row + index] ?? 0;
    if (depth === 16) return ((raw[row + index * 2] ?? 0) << 8) | (raw[row + index * 2 + 1] ?? 0);
    const bit = index * depth;
    return ((raw[row + (bit >> 3)] ?? 0) >> (8 - depth - (bit & 7))) & top;
  };
  if (colourType === 3) {
    return (raw, row, column, target, at) => {
      const index = sample(raw, row, column);
      for (let part = 0; part < 3; part += 1) target[at + part] = palette[index * 3 + part] ?? 0;
      target[at + 3] = transparency[index] ?? 255;
    };
  }
  const scale = 255 / top;
  const colours = samples < 3 ? 1 : 3;
  // One colour that is transparent, 16 bits for each sample. Source: 11.3.1.1.
  const hasKey = (colourType === 0 || colourType === 2) && transparency.length >= colours * 2;
  const key = Array.from(
    { length: hasKey ? colours : 0 },
    (_, part) => ((transparency[part * 2] ?? 0) << 8) | (transparency[part * 2 + 1] ?? 0),
  );
  return (raw, row, column, target, at) => {
    let isKey = hasKey;
    for (let part = 0; part < 3; part += 1) {
      const value = sample(raw, row, column * samples + (colours === 1 ? 0 : part));
      if (isKey && value !== key[colours === 1 ? 0 : part]) isKey = false;
      target[at + part] = value * scale + 0.5;
    }
    target[at + 3] = isKey ? 0 : samples === colours ? 255 : sample(raw, row, column * samples + colours) * scale + 0.5;
  };
}
