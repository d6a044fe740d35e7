/** Paints the planet of a scene in space, lit from one side and with a ring. */
import { createRandomNumbers, layeredPlaneNoise } from "../randomNumbers.ts";
import { blendPixel, type Canvas, limit, mix, type RgbColour } from "./canvas.ts";
import type { Scene } from "./scene.ts";

export function paintPlanet(canvas: Canvas, scene: Scene, time: number): void {
  const { width, height } = canvas;
  const random = createRandomNumbers(scene.seed + 3);
  const unit = Math.min(width, height);
  const radius = unit * random.between(0.2, 0.29);
  const [cx, cy] = [width * random.between(0.4, 0.62), height * random.between(0.45, 0.58)];
  const tilt = random.between(-0.5, 0.5);
  const bands: readonly RgbColour[] = [
    scene.palette.horizon,
    scene.palette.light,
    random.choose([
      [214, 120, 86],
      [92, 168, 190],
      [205, 160, 96],
    ]),
  ];
  const [cos, sin] = [Math.cos(tilt), Math.sin(tilt)];
  const reach = radius * 2.3;
  for (let y = Math.max(0, Math.floor(cy - reach)); y < Math.min(height, cy + reach); y += 1) {
    for (let x = Math.max(0, Math.floor(cx - reach)); x < Math.min(width, cx + reach); x += 1) {
      const [dx, dy] = [(x - cx) / radius, (y - cy) / radius];
      const [u, v] = [dx * cos + dy * sin, dy * cos - dx * sin];
      const at = (y * width + x) * 4;
      const distance = Math.hypot(dx, dy);
      const cover = limit((1 - distance) * radius + 0.5, 0, 1);
      const ring = Math.hypot(u, v * 3.6);
      const front = v > 0;
      if (cover > 0) {
        const depth = Math.sqrt(Math.max(0, 1 - distance * distance));
        const turn = Math.asin(limit(u / Math.max(0.05, Math.sqrt(1 - v * v)), -1, 1)) + time * 0.12;
        const noise = layeredPlaneNoise(scene.seed + 60, turn * 1.6, v * 5 + 9, 4);
        const band = 0.5 + 0.5 * Math.sin(v * 11 + noise * 5);
        const surface = mix(
          mix(bands[0] ?? scene.palette.light, bands[2] ?? scene.palette.light, band),
          bands[1] ?? scene.palette.light,
          noise * 0.5,
        );
        const light = limit(-dx * 0.55 - dy * 0.5 + depth * 0.75, 0.04, 1);
        const rim = (1 - depth) ** 3 * 0.5 * light;
        blendPixel(canvas, at, mix(mix([4, 3, 14], surface, light), scene.palette.light, rim), cover);
      } else if (distance < 1.35) {
        blendPixel(canvas, at, scene.palette.horizon, 0.22 * (1 - (distance - 1) / 0.35) ** 2 * limit(0.5 - dx * 0.5 - dy * 0.5, 0, 1));
      }
      if (ring > 1.35 && ring < 2.15 && (front || cover === 0)) {
        const grooves = 0.35 + 0.4 * layeredPlaneNoise(scene.seed + 61, ring * 16, 1, 3);
        const edge = limit((ring - 1.35) * 12, 0, 1) * limit((2.15 - ring) * 8, 0, 1);
        blendPixel(canvas, at, scene.palette.light, grooves * edge * 0.8);
      }
    }
  }
}
