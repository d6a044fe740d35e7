/** Draws a part of a mask for the screen. The work depends on the size on the screen only, however large the image is. */
import { type Area, areaBetween } from "./area.ts";
import type { Mask } from "./mask.ts";

/** Where an image is on the screen. */
export interface Placement {
  /** Position of the image's left and top edges, in pixels of the screen. */
  x: number;
  y: number;
  /** Pixels of the screen for one pixel of the image. */
  scale: number;
}

export interface Colour {
  red: number;
  green: number;
  blue: number;
  /** Of a pixel that is changed, 0 to 255. */
  alpha: number;
}

/** The pixels of the screen that show an area of the image, within a screen of this size. */
export function screenArea({ x, y, scale }: Placement, area: Area, screen: { width: number; height: number }): Area {
  const left = x + area.x * scale;
  const top = y + area.y * scale;
  return areaBetween(left - 1, top - 1, left + area.width * scale + 1, top + area.height * scale + 1, screen);
}

/** RGBA rows of an area of the screen. Beyond the image, the pixels are transparent. */
export function drawMask(
  mask: Mask,
  { x, y, scale }: Placement,
  area: Area,
  { red, green, blue, alpha }: Colour,
): Uint8ClampedArray<ArrayBuffer> {
  const pixels = new Uint8ClampedArray(area.width * area.height * 4);
  const columns = Int32Array.from({ length: area.width }, (_, column) => {
    const at = Math.floor((area.x + column + 0.5 - x) / scale);
    return at < 0 || at >= mask.width ? -1 : at;
  });
  for (let row = 0, target = 0; row < area.height; row += 1) {
    const line = Math.floor((area.y + row + 0.5 - y) / scale);
    if (line < 0 || line >= mask.height) {
      target += area.width * 4;
      continue;
    }
    for (let column = 0; column < area.width; column += 1, target += 4) {
      const from = columns[column] ?? -1;
      const value = from === -1 ? 0 : (mask.data[line * mask.width + from] ?? 0);
      if (value === 0) continue;
      pixels[target] = red;
      pixels[target + 1] = green;
      pixels[target + 2] = blue;
      pixels[target + 3] = (alpha * value) / 255;
    }
  }
  return pixels;
}
