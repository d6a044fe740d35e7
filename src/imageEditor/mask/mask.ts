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

/** Whether the mask keeps every pixel. */
export const isMaskEmpty = ({ data }: Mask): boolean => data.every((value) => value === 0);

export function fillArea({ width, data }: Mask, area: Area, value: number): void {
  for (let y = area.y; y < area.y + area.height; y += 1) data.fill(value, y * width + area.x, y * width + area.x + area.width);
}

/** Exchanges the pixels that are kept with those that are changed. */
export function invertMask({ data }: Mask): void {
  for (let index = 0; index < data.length; index += 1) data[index] = 255 - (data[index] ?? 0);
}
