/** Measures the CPU time of painting the mask of an image of 4,000 × 4,000 pixels: each part of a stroke, with its history and what is drawn again. */
import { drawMask, screenArea } from "../../src/imageEditor/mask/drawMask.ts";
import { MaskPainting } from "../../src/webview/imageEditor/maskPainting.ts";
import type { Bench, BenchRow } from "./bench.ts";

const side = 4000;
/** Of a large editor on a screen with two pixels for each of CSS. */
const screen = { width: 2400, height: 1800 };
const frames = 600;
/** The largest brush. */
const radius = 300;
const colour = { red: 255, green: 40, blue: 120, alpha: 140 };

function measurePainting(): BenchRow[] {
  const painting = new MaskPainting(side, side);
  const scale = screen.height / side;
  const placement = { x: (screen.width - side * scale) / 2, y: 0, scale };
  let drawn = 0;
  painting.onPaint = (area) => {
    const seen = screenArea(placement, area, screen);
    drawn += drawMask(painting.mask, placement, seen, colour).length;
  };
  const times: number[] = [];
  for (let frame = 0; frame < frames; frame += 1) {
    // A fast pointer: a circle over the whole image in a second and a half, then the next one.
    const angle = (frame / 90) * 2 * Math.PI;
    const reach = 400 + (frame * 1200) / frames;
    const point = { x: side / 2 + Math.cos(angle) * reach, y: side / 2 + Math.sin(angle) * reach, radius };
    const before = process.cpuUsage();
    painting.strokeTo(point, { hardness: 0.2, isEraser: false });
    const { user, system } = process.cpuUsage(before);
    times.push((user + system) / 1000);
    if (frame % 90 === 89) painting.endStroke();
  }
  if (drawn === 0) throw new Error("Nothing was drawn.");
  const sorted = times.toSorted((one, other) => one - other);
  return [{ name: "mask-4000-p95-segment-ms", value: sorted[Math.floor(sorted.length * 0.95)] ?? 0, unit: "ms" }];
}

export default [{ names: ["mask-4000-p95-segment-ms"], run: async () => measurePainting() }] satisfies Bench[];
