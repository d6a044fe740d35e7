import { turns } from "./orientation.ts";
import type { Raster } from "./raster.ts";

/** Returns the image as it is displayed. @param orientation of Exif, 1 to 8; any other value changes nothing. */
export function orient(raster: Raster, orientation: number): Raster {
  const turn = turns[orientation];
  if (turn === undefined || orientation === 1) return raster;
  const [width, height] = turn.isTransposed ? [raster.height, raster.width] : [raster.width, raster.height];
  const data = new Uint8Array(raster.data.length);
  for (let y = 0, at = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1, at += 4) {
      const [column, row] = [turn.flipX ? width - 1 - x : x, turn.flipY ? height - 1 - y : y];
      const from = (turn.isTransposed ? column * raster.width + row : row * raster.width + column) * 4;
      for (let part = 0; part < 4; part += 1) data[at + part] = raster.data[from + part] ?? 0;
    }
  return { ...raster, width, height, data };
}
