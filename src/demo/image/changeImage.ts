import type { Canvas } from "./canvas.ts";

export interface ImageChange {
  /** The image that is changed. */
  original: Canvas;
  /** Only what is transparent in it changes; undefined: everything. */
  mask: Canvas | undefined;
  /** From 0, nothing changes, to 1. */
  strength: number;
}

/** Puts the original over a new image where it must not change. Images of other sizes are stretched to it. */
export function changeImage(image: Canvas, { original, mask, strength }: ImageChange): void {
  const { width, height, data } = image;
  for (let y = 0, at = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1, at += 4) {
      const opacity = mask === undefined ? 0 : (mask.data[offset(mask, x / width, y / height) + 3] ?? 255) / 255;
      const share = strength * (1 - opacity);
      const source = offset(original, x / width, y / height);
      for (let channel = 0; channel < 3; channel += 1) {
        data[at + channel] = Math.round((data[at + channel] ?? 0) * share + (original.data[source + channel] ?? 0) * (1 - share));
      }
    }
  }
}

/** Of the pixel at fractions of the width and the height. */
function offset({ width, height }: Canvas, across: number, down: number): number {
  return (Math.floor(down * height) * width + Math.floor(across * width)) * 4;
}
