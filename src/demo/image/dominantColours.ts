/** Finds the colours that cover most of an image. */
import type { Canvas, RgbColour } from "./canvas.ts";

interface DominantColour {
  colour: RgbColour;
  /** `#rrggbb`. */
  code: string;
  /** Part of the visible pixels, 0 to 1. */
  share: number;
}

const codeOf = (colour: RgbColour) => `#${colour.map((part) => Math.round(part).toString(16).padStart(2, "0")).join("")}`;

/** The most frequent first, at most `count`; samples at most about 40,000 pixels. Transparent pixels are ignored. */
export function dominantColours({ data, width, height }: Canvas, count = 5): DominantColour[] {
  const bins = new Map<number, { sum: [number, number, number]; pixels: number }>();
  const step = Math.max(1, Math.floor((width * height) / 40_000)) * 4;
  let seen = 0;
  for (let at = 0; at + 3 < data.length; at += step) {
    if ((data[at + 3] ?? 255) < 128) continue;
    const [red = 0, green = 0, blue = 0] = [data[at], data[at + 1], data[at + 2]];
    const key = ((red >> 6) << 4) | ((green >> 6) << 2) | (blue >> 6);
    const bin = bins.get(key) ?? { sum: [0, 0, 0], pixels: 0 };
    bin.sum = [bin.sum[0] + red, bin.sum[1] + green, bin.sum[2] + blue];
    bin.pixels += 1;
    bins.set(key, bin);
    seen += 1;
  }
  const frequent = [...bins.values()].toSorted((a, b) => b.pixels - a.pixels).slice(0, count);
  return frequent.map(({ sum, pixels }) => {
    const colour: RgbColour = [sum[0] / pixels, sum[1] / pixels, sum[2] / pixels];
    return { colour, code: codeOf(colour), share: pixels / seen };
  });
}
