/** Paints the sky of a scene with light, stars and clouds. */
import { createRandomNumbers, layeredPlaneNoise } from "../randomNumbers.ts";
import { brightness, type Canvas, limit, mix, paintDisc, type RgbColour } from "./canvas.ts";
import type { Scene } from "./scene.ts";

/** How finely a scene is painted: 1 rough, 2 normal, 3 fine. */
export type Detail = 1 | 2 | 3;

/** Ordered dither, in fractions of one 8-bit step: without it, wide gradients show bands. */
const bayer = [0, 8, 2, 10, 12, 4, 14, 6, 3, 11, 1, 9, 15, 7, 13, 5].map((rank) => rank / 16);
export const ditherAt = (x: number, y: number) => bayer[((y & 3) << 2) | (x & 3)] ?? 0.5;

/** The sky's colour at a fraction of the height from its top to the horizon. */
function skyColour({ palette }: Scene, share: number): RgbColour {
  return share < 0.55
    ? mix(palette.skyTop, palette.skyMiddle, share / 0.55)
    : mix(palette.skyMiddle, palette.horizon, (share - 0.55) / 0.45);
}

/** Bell curve around a position, for every pixel of one axis: a glow is the product of two. */
function bell(length: number, centre: number, width: number): Float32Array {
  return Float32Array.from({ length }, (_, index) => Math.exp(-(((index - centre) / width) ** 2)));
}

/** Cloud cover on a coarse grid, which is smooth enough to be interpolated. */
function cloudGrid(scene: Scene, width: number, height: number, time: number, detail: Detail) {
  const columns = 30 * (detail + 1);
  const rows = Math.max(8, Math.round((columns * height) / width));
  const scale = width / Math.min(width, height);
  const grid = new Float32Array((columns + 2) * (rows + 2));
  const stretch = scene.ground === "space" ? 2.2 : 5.5;
  const threshold = 0.66 - scene.clouds * 0.22;
  for (let row = 0; row < rows + 2; row += 1) {
    const down = row / rows;
    for (let column = 0; column < columns + 2; column += 1) {
      const noise = layeredPlaneNoise(scene.seed + 5, (column / columns) * 2.4 * scale + time * 0.035 + 40, down * stretch + 9, detail + 2);
      grid[row * (columns + 2) + column] = limit((noise - threshold) * 3.2, 0, 1);
    }
  }
  return { columns, rows, grid };
}

/** Paints the rows above `bottom`, in pixels, and in each column only those that the ground will not cover. */
export function paintSky(canvas: Canvas, scene: Scene, bottom: number, covered: Float32Array, time: number, detail: Detail): void {
  const { width, height, data } = canvas;
  const unit = Math.min(width, height);
  const light = { x: scene.light.x * width, y: scene.light.y * height };
  const space = scene.ground === "space";
  const strength = space ? 0.35 : scene.palette.dark ? 0.45 : 0.75;
  const [nearX, nearY] = [bell(width, light.x, unit * 0.17), bell(height, light.y, unit * 0.17)];
  const [wideX, wideY] = [bell(width, light.x, unit * 0.65), bell(height, light.y, unit * 0.42)];
  const { columns, rows, grid } = cloudGrid(scene, width, bottom, time, detail);
  const lit: RgbColour = space ? scene.palette.horizon : mix(scene.palette.light, scene.palette.horizon, scene.palette.dark ? 0.75 : 0.25);
  const clouds = new Float32Array(columns + 2);
  for (let y = 0, at = 0; y < bottom; y += 1) {
    const share = y / bottom;
    const sky = space ? skyColour(scene, share * 0.55) : skyColour(scene, share);
    const row = share * rows;
    const rowIndex = Math.floor(row);
    const t = row - rowIndex;
    const fade = space ? 0.8 : (0.25 + 0.75 * Math.sin(Math.PI * Math.min(1, share * 1.15))) * (scene.palette.dark ? 0.4 : 0.62);
    for (let column = 0; column < columns + 2; column += 1) {
      const upper = grid[rowIndex * (columns + 2) + column] ?? 0;
      const lower = grid[(rowIndex + 1) * (columns + 2) + column] ?? 0;
      clouds[column] = (upper * (1 - t) + lower * t) * fade;
    }
    const [nearRow, wideRow] = [strength * 0.55 * (nearY[y] ?? 0), strength * 0.4 * (wideY[y] ?? 0)];
    for (let x = 0; x < width; x += 1, at += 4) {
      if (y >= (covered[x] ?? height)) continue;
      const column = (x / width) * columns;
      const columnIndex = Math.floor(column);
      const s = column - columnIndex;
      const cloud = (clouds[columnIndex] ?? 0) * (1 - s) + (clouds[columnIndex + 1] ?? 0) * s;
      const shine = nearRow * (nearX[x] ?? 0) + wideRow * (wideX[x] ?? 0);
      const dither = ditherAt(x, y);
      for (let channel = 0; channel < 3; channel += 1) {
        const value = (sky[channel] ?? 0) * (1 - cloud) + (lit[channel] ?? 0) * cloud;
        data[at + channel] = value + ((scene.palette.light[channel] ?? 0) - value) * shine + dither;
      }
    }
  }
  paintStars(canvas, scene, bottom, time, detail);
  if (!space) paintDisc(canvas, light.x, light.y, scene.light.radius * unit, scene.palette.light, scene.weather === "clear" ? 0.96 : 0.45);
}

function paintStars(canvas: Canvas, scene: Scene, bottom: number, time: number, detail: Detail): void {
  const random = createRandomNumbers(scene.seed + 77);
  const unit = Math.min(canvas.width, canvas.height);
  const count = scene.stars * (0.5 + detail * 0.35) * (scene.weather === "clear" ? 1 : 0.25);
  for (let star = 0; star < count; star += 1) {
    const [x, y] = [random.next() * canvas.width, random.next() ** 1.4 * bottom];
    const size = 0.0006 + 0.0019 * random.next() ** 4;
    const twinkle = 0.55 + 0.45 * Math.sin(time * random.between(1, 4) + random.between(0, 7));
    const colour = mix(scene.palette.light, [255, 255, 255], random.next());
    const opacity = (0.35 + 0.65 * twinkle) * (brightness(colour) / 255);
    paintDisc(canvas, x, y, Math.max(0.4, size * unit), colour, opacity);
  }
}
