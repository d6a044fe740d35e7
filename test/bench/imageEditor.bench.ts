/**
 * Measures painting the mask of an image of 4,000 × 4,000 pixels: the CPU time of each part of a stroke, with its history and what is drawn
 * again, and the frames of the page while somebody paints.
 */
import { imageEditorProtocol } from "../../src/imageEditor/imageEditorProtocol.ts";
import { drawMask, screenArea } from "../../src/imageEditor/mask/drawMask.ts";
import { encodePng } from "../../src/media/images/encodePng.ts";
import { MaskPainting } from "../../src/webview/imageEditor/maskPainting.ts";
import { openCallPage } from "../panel/callPage.ts";
import { launchBrowser } from "../workerBrowser.ts";
import type { Bench, BenchRow } from "./bench.ts";
import { paintInCircles } from "./imageEditorPage.ts";

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

const editedImage = {
  type: "image",
  target: "file:///harbour.png",
  name: "harbour.png",
  address: "http://panel.test/images/large.png",
} as const;

async function measurePage(): Promise<BenchRow[]> {
  const browser = await launchBrowser();
  try {
    const { page, post } = await openCallPage(
      browser,
      "imageEditor",
      imageEditorProtocol,
      {},
      { location: "editor", width: 1400, height: 900 },
    );
    const body = Buffer.from(encodePng({ width: side, height: side, channels: 3, data: new Uint8Array(side * side * 3).fill(90) }));
    await page.route("**/images/large.png", (route) => route.fulfill({ body, contentType: "image/png" }));
    await post({ ...editedImage, width: side, height: side });
    await page.locator(".stage > img").waitFor();
    await page.getByLabel("Brush Size").fill("100");
    await paintInCircles(page, 90);
    const { milliseconds } = await paintInCircles(page, frames);
    const sorted = milliseconds.toSorted((one, other) => one - other);
    return [
      { name: "mask-4000-page-p95-frame-ms", value: sorted[Math.floor(sorted.length * 0.95)] ?? 0, unit: "ms" },
      { name: "mask-4000-page-worst-frame-ms", value: sorted.at(-1) ?? 0, unit: "ms" },
    ];
  } finally {
    await browser.close();
  }
}

export default [
  { names: ["mask-4000-p95-segment-ms"], run: async () => measurePainting() },
  { names: ["mask-4000-page-p95-frame-ms", "mask-4000-page-worst-frame-ms"], run: measurePage },
] satisfies Bench[];
