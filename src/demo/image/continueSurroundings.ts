import { fillFromSurroundings } from "../../media/images/fillFromSurroundings.ts";
import { type Canvas, createCanvas } from "./canvas.ts";

/** Pixels whose mean continues from an edge: across, and beside it on both sides. */
const reach = { across: 6, beside: 2 };

/**
 * Covers what is not kept with its surroundings: each row goes from the colours on its left to those on its right, so that sky, hills and water go
 * on. Where neither is kept, the image fades to what surrounds it.
 *
 * @param kept share of each pixel that stays, 0 to 1.
 */
export function continueSurroundings(image: Canvas, kept: Float32Array): Canvas {
  const { width, height, data } = image;
  const isKept = (x: number, y: number) => x >= 0 && y >= 0 && x < width && y < height && (kept[y * width + x] ?? 0) > 0.5;
  const smooth = fillFromSurroundings(image, (at) => kept[at] ?? 0);
  const result = { ...createCanvas(width, height), data: smooth.data };
  const meanFrom = (edge: number, y: number, step: 1 | -1) => {
    const sum = [0, 0, 0, 0];
    for (let row = y - reach.beside; row <= y + reach.beside; row += 1)
      for (let count = 0, x = edge; count < reach.across; count += 1, x += step) {
        if (!isKept(x, row)) continue;
        for (let channel = 0; channel < 3; channel += 1) sum[channel] = (sum[channel] ?? 0) + (data[(row * width + x) * 4 + channel] ?? 0);
        sum[3] = (sum[3] ?? 0) + 1;
      }
    return sum.map((value) => value / (sum[3] ?? 1));
  };
  for (let y = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1) {
      if (isKept(x, y)) continue;
      const start = x;
      while (x < width && !isKept(x, y)) x += 1;
      const [left, right] = [isKept(start - 1, y) ? meanFrom(start - 1, y, -1) : undefined, isKept(x, y) ? meanFrom(x, y, 1) : undefined];
      const [first, last] = [left ?? right, right ?? left];
      if (first === undefined || last === undefined) continue;
      for (let at = start; at < x; at += 1) {
        const share = (at - start + 1) / (x - start + 1);
        for (let channel = 0; channel < 3; channel += 1)
          result.data[(y * width + at) * 4 + channel] = Math.round((first[channel] ?? 0) * (1 - share) + (last[channel] ?? 0) * share);
      }
    }
  return result;
}
