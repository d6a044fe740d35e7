/** The mask of an image: which pixels are to be changed. */
import type { Area } from "./area.ts";

export interface Mask {
  width: number;
  height: number;
  /** One byte for each pixel, in rows from the top: 0 keeps the pixel, 255 changes it. */
  data: Uint8Array;
}

/** A mask that keeps every pixel. */
export function emptyMask(width: number, height: number): Mask {
  return { width, height, data: new Uint8Array(width * height) };
}

export const wholeMask = ({ width, height }: Mask): Area => ({ x: 0, y: 0, width, height });

/** Whether the mask keeps every pixel. Reads four pixels at a time: a mask may have sixteen million. */
export function isMaskEmpty({ data }: Mask): boolean {
  const start = (4 - (data.byteOffset % 4)) % 4;
  const words = new Uint32Array(data.buffer, data.byteOffset + start, Math.max(0, data.length - start) >> 2);
  for (let index = 0; index < words.length; index += 1) if (words[index] !== 0) return false;
  const isZero = (value: number) => value === 0;
  return data.subarray(0, start).every(isZero) && data.subarray(start + words.length * 4).every(isZero);
}

/** Pixels that are read for the share that is painted. */
const mostRead = 1_000_000;

/** The part of the mask that is to be changed, from 0 to 1. Of a large mask, only some rows are read. */
export function paintedShare({ width, height, data }: Mask): number {
  const step = Math.ceil((width * height) / mostRead);
  let [sum, rows] = [0, 0];
  for (let row = Math.floor(step / 2); row < height; row += step, rows += 1) {
    for (let index = row * width; index < (row + 1) * width; index += 1) sum += data[index] ?? 0;
  }
  return rows === 0 ? 0 : sum / 255 / (rows * width);
}

export function fillArea({ width, data }: Mask, area: Area, value: number): void {
  for (let y = area.y; y < area.y + area.height; y += 1) data.fill(value, y * width + area.x, y * width + area.x + area.width);
}

/** Exchanges the pixels that are kept with those that are changed. */
export function invertMask({ data }: Mask): void {
  for (let index = 0; index < data.length; index += 1) data[index] = 255 - (data[index] ?? 0);
}
