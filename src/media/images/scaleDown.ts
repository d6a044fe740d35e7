import type { Raster } from "./raster.ts";

/** Returns a smaller copy: each pixel is the mean of those that it replaces. Transparent pixels do not affect the colours. */
export function scaleDown({ width, height, data, ...others }: Raster, newWidth: number, newHeight: number): Raster {
  const small = new Uint8Array(newWidth * newHeight * 4);
  for (let y = 0, at = 0; y < newHeight; y += 1) {
    const [top, bottom] = [Math.floor((y * height) / newHeight), Math.ceil(((y + 1) * height) / newHeight)];
    for (let x = 0; x < newWidth; x += 1, at += 4) {
      const [left, right] = [Math.floor((x * width) / newWidth), Math.ceil(((x + 1) * width) / newWidth)];
      let [red, green, blue, opacity] = [0, 0, 0, 0];
      for (let row = top; row < bottom; row += 1)
        for (let source = (row * width + left) * 4, end = source + (right - left) * 4; source < end; source += 4) {
          const alpha = data[source + 3] ?? 0;
          red += (data[source] ?? 0) * alpha;
          green += (data[source + 1] ?? 0) * alpha;
          blue += (data[source + 2] ?? 0) * alpha;
          opacity += alpha;
        }
      if (opacity === 0) continue;
      small[at] = Math.round(red / opacity);
      small[at + 1] = Math.round(green / opacity);
      small[at + 2] = Math.round(blue / opacity);
      small[at + 3] = Math.round(opacity / ((bottom - top) * (right - left)));
    }
  }
  return { ...others, width: newWidth, height: newHeight, data: small };
}
