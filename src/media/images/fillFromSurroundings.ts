import type { Raster } from "./raster.ts";

/** Colours and how much is known of each pixel: `values` has red, green and blue times the share, then the share, 0 to 1. */
interface Level {
  width: number;
  height: number;
  values: Float32Array;
}

/**
 * Replaces the colours of unknown pixels with those around them, the smoother the farther: an image of half the size, in which holes are smaller, fills what is
 * missing, and so on. Source: S. J. Gortler et al., "The Lumigraph", 3.3 (pull-push). The opacity of all pixels stays.
 *
 * @param shareAt how much of a pixel's colour is known, 0 to 1; its place is counted from the upper left.
 */
export function fillFromSurroundings(image: Raster, shareAt: (at: number) => number): Raster {
  const { width, height } = image;
  const values = new Float32Array(width * height * 4);
  for (let at = 0; at < values.length; at += 4) {
    const share = shareAt(at / 4);
    for (let channel = 0; channel < 3; channel += 1) values[at + channel] = (image.data[at + channel] ?? 0) * share;
    values[at + 3] = share;
  }
  fill({ width, height, values });
  const data = new Uint8ClampedArray(image.data);
  for (let at = 0; at < values.length; at += 4)
    for (let channel = 0; channel < 3; channel += 1) data[at + channel] = values[at + channel] ?? 0;
  return { ...image, data: new Uint8Array(data.buffer) };
}

/** Afterwards each pixel is wholly known, unless none is. */
function fill(level: Level): void {
  const { width, height, values } = level;
  if (width === 1 && height === 1) {
    divide(values, 0);
    return;
  }
  const small = halve(level);
  fill(small);
  for (let y = 0, at = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1, at += 4) {
      const missing = 1 - (values[at + 3] ?? 0);
      if (missing <= 0) continue;
      for (let channel = 0; channel < 3; channel += 1)
        values[at + channel] = (values[at + channel] ?? 0) + missing * sample(small, x, y, channel);
      values[at + 3] = 1;
    }
}

/** Each pixel is the mean of up to four; what is partly known counts as much as it is known. */
function halve({ width, height, values }: Level): Level {
  const small = { width: Math.ceil(width / 2), height: Math.ceil(height / 2) };
  const means = new Float32Array(small.width * small.height * 4);
  for (let y = 0, at = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1, at += 4) {
      const to = ((y >> 1) * small.width + (x >> 1)) * 4;
      for (let part = 0; part < 4; part += 1) means[to + part] = (means[to + part] ?? 0) + (values[at + part] ?? 0);
    }
  for (let at = 0; at < means.length; at += 4) if ((means[at + 3] ?? 0) > 1) divide(means, at);
  return { ...small, values: means };
}

function divide(values: Float32Array, at: number): void {
  const share = values[at + 3] ?? 0;
  if (share > 0) for (let part = 0; part < 4; part += 1) values[at + part] = (values[at + part] ?? 0) / share;
}

/** Of an image of half the size, interpolated. */
function sample({ width, height, values }: Level, x: number, y: number, channel: number): number {
  const [column, row] = [x >> 1, y >> 1];
  const beside = Math.min(width - 1, Math.max(0, column + (x & 1 ? 1 : -1)));
  const other = Math.min(height - 1, Math.max(0, row + (y & 1 ? 1 : -1)));
  const value = (line: number, at: number) => values[(line * width + at) * 4 + channel] ?? 0;
  return 0.5625 * value(row, column) + 0.1875 * (value(row, beside) + value(other, column)) + 0.0625 * value(other, beside);
}
