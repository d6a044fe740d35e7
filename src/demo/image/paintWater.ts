/** Paints the sea below the horizon, which reflects the sky. */
import { planeNoise } from "../randomNumbers.ts";
import { type Canvas, limit, mix } from "./canvas.ts";
import { type Detail, ditherAt } from "./paintSky.ts";
import type { Scene } from "./scene.ts";

/** Paints all rows below the horizon; waves travel with `time`, in seconds. */
export function paintWater(canvas: Canvas, scene: Scene, time: number, detail: Detail): void {
  const { width, height, data } = canvas;
  const { palette } = scene;
  const unit = Math.min(width, height);
  const horizon = Math.round(scene.horizon * height);
  const rows = height - horizon;
  const lightX = scene.light.x * width;
  const step = detail === 1 ? 2 : 1;
  for (let y = horizon; y < height; y += 1) {
    const down = (y - horizon + 0.5) / rows;
    const distance = 1 / (down + 0.045);
    const water = mix(palette.far, palette.near, down ** 0.7);
    const mirrored = Math.max(0, Math.round(horizon - 1 - (y - horizon) * (horizon / rows) * 0.9));
    const mirror = 0.62 * (1 - down) ** 1.3 + 0.1;
    const pathWidth = unit * (0.05 + 0.2 * down);
    for (let x = 0, at = y * width * 4; x < width; x += 1, at += 4) {
      const sample = x - (x % step);
      const across = ((sample - width / 2) / unit) * distance;
      const wave = planeNoise(scene.seed + 31, across * 1.6 + time * 0.5, distance * 9 - time * 1.4);
      const ripple = planeNoise(scene.seed + 32, across * 7 - time * 0.9, distance * 26 + time * 1.1);
      const swell = wave * 0.6 + ripple * 0.4 - 0.5;
      const bent = limit(Math.round(x + swell * unit * 0.05 * (0.3 + down)), 0, width - 1);
      const source = (mirrored * width + bent) * 4;
      const path = Math.exp(-(((x - lightX) / pathWidth) ** 2));
      const glitter = limit((swell + 0.5 - 0.5) * 5, 0, 1) * path * (palette.dark ? 0.7 : 0.85);
      const shade = swell * (18 + 46 * down) + ditherAt(x, y);
      for (let channel = 0; channel < 3; channel += 1) {
        let value = water[channel] ?? 0;
        value += ((data[source + channel] ?? 0) - value) * mirror + shade;
        value += ((palette.light[channel] ?? 0) - value) * glitter;
        data[at + channel] = limit(value, 0, 255);
      }
    }
  }
}
