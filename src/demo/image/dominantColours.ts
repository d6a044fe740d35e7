/** Finds the colours that cover most of an image, with their shares and plain names. */
import type { Canvas, Colour } from "./canvas.ts";

export interface DominantColour {
  colour: Colour;
  /** Part of the visible pixels, 0 to 1. */
  share: number;
  /** Plain English name of the nearest named colour. */
  name: string;
}

const names: readonly (readonly [string, Colour])[] = [
  ["black", [12, 12, 14]],
  ["dark grey", [70, 72, 76]],
  ["grey", [135, 137, 140]],
  ["light grey", [200, 202, 205]],
  ["white", [250, 250, 250]],
  ["red", [210, 40, 45]],
  ["dark red", [110, 20, 30]],
  ["orange", [245, 140, 45]],
  ["brown", [120, 75, 40]],
  ["beige", [230, 210, 175]],
  ["yellow", [245, 220, 70]],
  ["green", [60, 160, 70]],
  ["dark green", [25, 70, 45]],
  ["light green", [160, 215, 150]],
  ["teal", [30, 140, 145]],
  ["light blue", [140, 195, 240]],
  ["blue", [45, 95, 210]],
  ["dark blue", [20, 30, 85]],
  ["purple", [115, 60, 165]],
  ["dark purple", [50, 25, 75]],
  ["violet", [175, 140, 215]],
  ["pink", [240, 150, 185]],
  ["magenta", [190, 50, 140]],
];

const distance = (a: Colour, b: Colour) => 2 * (a[0] - b[0]) ** 2 + 4 * (a[1] - b[1]) ** 2 + 3 * (a[2] - b[2]) ** 2;

const spread = (colour: Colour) => Math.max(...colour) - Math.min(...colour);

/** A colour with a visible hue is never called a grey. */
function nameColour(colour: Colour): string {
  const hued = spread(colour) > 36 && Math.max(...colour) > 60;
  return (
    names.filter((named) => !hued || spread(named[1]) > 10).toSorted((a, b) => distance(colour, a[1]) - distance(colour, b[1]))[0]?.[0] ??
    "grey"
  );
}

/** `#rrggbb`. */
export const colourCode = (colour: Colour) => `#${colour.map((part) => Math.round(part).toString(16).padStart(2, "0")).join("")}`;

/** The most frequent first, at most `count`; samples at most about 40,000 pixels. Transparent pixels are ignored. */
export function dominantColours({ data, width, height }: Canvas, count = 5): DominantColour[] {
  const bins = new Map<number, { sum: [number, number, number]; pixels: number }>();
  const step = Math.max(1, Math.floor((width * height) / 40_000)) * 4;
  let seen = 0;
  for (let at = 0; at + 3 < data.length; at += step) {
    if ((data[at + 3] ?? 255) < 128) continue;
    const colour = [data[at] ?? 0, data[at + 1] ?? 0, data[at + 2] ?? 0] as const;
    const key = ((colour[0] >> 5) << 6) | ((colour[1] >> 5) << 3) | (colour[2] >> 5);
    const bin = bins.get(key) ?? { sum: [0, 0, 0], pixels: 0 };
    bin.sum = [bin.sum[0] + colour[0], bin.sum[1] + colour[1], bin.sum[2] + colour[2]];
    bin.pixels += 1;
    bins.set(key, bin);
    seen += 1;
  }
  const merged: DominantColour[] = [];
  for (const { sum, pixels } of [...bins.values()].sort((a, b) => b.pixels - a.pixels)) {
    const colour: Colour = [sum[0] / pixels, sum[1] / pixels, sum[2] / pixels];
    const name = nameColour(colour);
    const same = merged.find((other) => other.name === name);
    if (same) same.share += pixels / seen;
    else merged.push({ colour, share: pixels / seen, name });
  }
  return merged.sort((a, b) => b.share - a.share).slice(0, count);
}
