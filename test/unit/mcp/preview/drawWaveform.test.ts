/** The image of a sound: heights of its columns. */
import { expect, test } from "vitest";
import { drawWaveform } from "../../../../src/mcp/preview/drawWaveform.ts";
import { decodePng } from "../../../../src/media/images/decodePng.ts";

/** How many rows of pixels of a column are dark, within a channel's row of 160. */
function darkRows(file: Uint8Array, x: number, row = 0): number {
  const image = decodePng(file);
  if (!image) throw new Error("The image cannot be read.");
  const { width, data } = image;
  return Array.from({ length: 160 }, (_, y) => data[((row * 160 + y) * width + x) * 4] ?? 255).filter((grey) => grey < 0x80).length;
}

const sine = (length: number, level: (index: number) => number) =>
  Float32Array.from({ length }, (_, index) => level(index) * Math.sin((2 * Math.PI * index) / 100));

test("a column spans the samples of its time: silence is a line, and half the level half the height", () => {
  const file = drawWaveform({ sampleRate: 8000, channels: [sine(80_000, (index) => [0, 0.5, 1, 2][Math.floor(index / 20_000)] ?? 0)] });
  const heights = [100, 300, 500, 700].map((x) => darkRows(file, x));
  expect(heights[0]).toBe(0);
  expect(heights[1]).toBeGreaterThan(76);
  expect(heights[1]).toBeLessThan(84);
  expect(heights.slice(2)).toEqual([160, 160]);
});

test("each of two channels has a row, and a sound shorter than the image is drawn over its whole width", () => {
  const file = drawWaveform({
    sampleRate: 8000,
    channels: [Float32Array.of(1, -1, 1, -1), Float32Array.of(0, 0, 0, 0), Float32Array.of(1)],
  });
  expect(decodePng(file)).toMatchObject({ width: 800, height: 320 });
  expect([darkRows(file, 799), darkRows(file, 799, 1)].map((height) => height > 0)).toEqual([true, false]);
});
