/** Extends the canvas of an image on its sides. */
import { fillArea, type Mask, wholeMask } from "./mask.ts";

/** Pixels that are added on each side. */
export interface CanvasExtension {
  top: number;
  right: number;
  bottom: number;
  left: number;
}

export const noExtension: CanvasExtension = { top: 0, right: 0, bottom: 0, left: 0 };

export const isExtended = ({ top, right, bottom, left }: CanvasExtension): boolean => top + right + bottom + left > 0;

interface Size {
  width: number;
  height: number;
}

export function extendedSize({ width, height }: Size, { top, right, bottom, left }: CanvasExtension): Size {
  return { width: width + left + right, height: height + top + bottom };
}

/** Pixels written as a number, or as a percentage of the image's side, such as `25 %`. undefined: neither, or below 0. */
export function readPixels(text: string, side: number): number | undefined {
  const match = /^(\d{1,6}(?:[.,]\d{1,3})?) ?(%|px)?$/.exec(text.trim());
  if (match === null) return text.trim() === "" ? 0 : undefined;
  const value = Number(match[1]?.replace(",", "."));
  return Math.round(match[2] === "%" ? (value / 100) * side : value);
}

/** The mask for another extension of the same image. Painted pixels stay in place; added pixels are to be changed. */
export function extendMask(mask: Mask, before: CanvasExtension, after: CanvasExtension): Mask {
  const image = { width: mask.width - before.left - before.right, height: mask.height - before.top - before.bottom };
  const { width, height } = extendedSize(image, after);
  const extended: Mask = { width, height, data: new Uint8Array(width * height) };
  fillArea(extended, wholeMask(extended), 255);
  for (let row = 0; row < image.height; row += 1) {
    const from = (row + before.top) * mask.width + before.left;
    extended.data.set(mask.data.subarray(from, from + image.width), (row + after.top) * width + after.left);
  }
  return extended;
}
