import { fillFromSurroundings } from "../../media/images/fillFromSurroundings.ts";
import { type Canvas, createCanvas } from "./canvas.ts";

/**
 * Covers what is not kept with its surroundings: each pixel is the mean of the four that lie as far beyond the edge as it does on this side, the nearer the
 * heavier. So the texture goes on, and no edge is to be seen.
 *
 * @param kept share of each pixel that stays, 0 to 1.
 */
export function continueSurroundings(image: Canvas, kept: Float32Array): Canvas {
  const { width, height, data } = image;
  const isKept = (x: number, y: number) => x >= 0 && y >= 0 && x < width && y < height && (kept[y * width + x] ?? 0) > 0.5;
  const smooth = fillFromSurroundings(image, (at) => kept[at] ?? 0);
  const result = { ...createCanvas(width, height), data: smooth.data };
  const directions = [
    { across: -1, down: 0 },
    { across: 1, down: 0 },
    { across: 0, down: -1 },
    { across: 0, down: 1 },
  ].map((direction) => ({ ...direction, far: distances(kept, width, height, direction) }));
  for (let y = 0, at = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1, at += 1) {
      if (isKept(x, y)) continue;
      const sum = [0, 0, 0];
      let weights = 0;
      for (const { across, down, far } of directions) {
        const distance = far[at] ?? 0;
        const [column, row] = [x + across * (2 * distance - 1), y + down * (2 * distance - 1)];
        if (distance === 0 || !isKept(column, row)) continue;
        weights += 1 / distance;
        for (let channel = 0; channel < 3; channel += 1)
          sum[channel] = (sum[channel] ?? 0) + (data[(row * width + column) * 4 + channel] ?? 0) / distance;
      }
      if (weights > 0)
        for (let channel = 0; channel < 3; channel += 1) result.data[at * 4 + channel] = Math.round((sum[channel] ?? 0) / weights);
    }
  return result;
}

/** How far the next pixel that is kept is, in one direction; 0: there is none. */
function distances(kept: Float32Array, width: number, height: number, { across, down }: { across: number; down: number }): Uint16Array {
  const far = new Uint16Array(kept.length);
  const isBackwards = across + down > 0;
  for (let step = 0; step < kept.length; step += 1) {
    const at = isBackwards ? kept.length - 1 - step : step;
    const [x, y] = [(at % width) + across, Math.floor(at / width) + down];
    if (x < 0 || y < 0 || x >= width || y >= height) continue;
    const next = y * width + x;
    const beyond = far[next] ?? 0;
    far[at] = (kept[next] ?? 0) > 0.5 ? 1 : beyond === 0 ? 0 : beyond + 1;
  }
  return far;
}
