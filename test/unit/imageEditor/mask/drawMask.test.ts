/** Drawing a mask for the screen. */
import { describe, expect, test } from "vitest";
import { drawMask, screenArea } from "../../../../src/imageEditor/mask/drawMask.ts";
import type { Mask } from "../../../../src/imageEditor/mask/mask.ts";

const mask: Mask = { width: 2, height: 2, data: Uint8Array.of(255, 0, 0, 51) };
const colour = { red: 10, green: 20, blue: 30, alpha: 200 };
const alphas = (pixels: Uint8ClampedArray, width: number) =>
  Array.from({ length: pixels.length / 4 / width }, (_, row) =>
    Array.from({ length: width }, (_, column) => pixels[(row * width + column) * 4 + 3]),
  );

describe("the mask on the screen", () => {
  test("has each pixel at its scale and position, and nothing beyond the image", () => {
    const pixels = drawMask(mask, { x: 1, y: 0, scale: 2 }, { x: 0, y: 0, width: 6, height: 5 }, colour);
    expect(alphas(pixels, 6)).toEqual([
      [0, 200, 200, 0, 0, 0],
      [0, 200, 200, 0, 0, 0],
      [0, 0, 0, 40, 40, 0],
      [0, 0, 0, 40, 40, 0],
      [0, 0, 0, 0, 0, 0],
    ]);
    expect([...pixels.subarray(4, 8)]).toEqual([10, 20, 30, 200]);
  });

  test("drawn in parts is the same as drawn at once", () => {
    const placement = { x: -3.5, y: 1.25, scale: 3.3 };
    const whole = alphas(drawMask(mask, placement, { x: 0, y: 0, width: 8, height: 8 }, colour), 8);
    const part = alphas(drawMask(mask, placement, { x: 2, y: 3, width: 4, height: 5 }, colour), 4);
    expect(part).toEqual(whole.slice(3).map((row) => row.slice(2, 6)));
  });

  test("is drawn again only where an area of the image is seen", () => {
    const placement = { x: 10, y: 20, scale: 0.5 };
    expect(screenArea(placement, { x: 100, y: 40, width: 20, height: 8 }, { width: 500, height: 500 })).toEqual({
      x: 59,
      y: 39,
      width: 12,
      height: 6,
    });
    expect(screenArea(placement, { x: 5000, y: 40, width: 20, height: 8 }, { width: 500, height: 500 }).width).toBe(0);
  });
});
