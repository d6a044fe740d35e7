import type { Raster } from "./raster.ts";

/** Returns a larger image with transparent pixels on its sides, in pixels. */
export function extendRaster(
  { width, height, data, ...others }: Raster,
  sides: { top: number; right: number; bottom: number; left: number },
): Raster {
  const wide = width + sides.left + sides.right;
  const extended = new Uint8Array(wide * (height + sides.top + sides.bottom) * 4);
  for (let row = 0; row < height; row += 1) {
    extended.set(data.subarray(row * width * 4, (row + 1) * width * 4), ((row + sides.top) * wide + sides.left) * 4);
  }
  return { ...others, width: wide, height: height + sides.top + sides.bottom, data: extended };
}
