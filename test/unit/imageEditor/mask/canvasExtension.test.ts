/** Extending the canvas of an image. */
import { expect, test } from "vitest";
import { extendMask, noExtension, readPixels } from "../../../../src/imageEditor/mask/canvasExtension.ts";
import type { Mask } from "../../../../src/imageEditor/mask/mask.ts";

const rows = ({ width, data }: Mask) =>
  Array.from({ length: data.length / width }, (_, row) => [...data.subarray(row * width, (row + 1) * width)]);

test("added pixels are to be changed, and painted ones stay in place, when the canvas grows and shrinks again", () => {
  const mask: Mask = { width: 2, height: 2, data: Uint8Array.of(1, 2, 3, 4) };
  const extension = { top: 1, right: 2, bottom: 0, left: 1 };
  const extended = extendMask(mask, noExtension, extension);
  expect(rows(extended)).toEqual([
    [255, 255, 255, 255, 255],
    [255, 1, 2, 255, 255],
    [255, 3, 4, 255, 255],
  ]);
  const other = extendMask(extended, extension, { top: 0, right: 0, bottom: 1, left: 0 });
  expect(rows(other)).toEqual([
    [1, 2],
    [3, 4],
    [255, 255],
  ]);
  expect(extendMask(extended, extension, noExtension)).toEqual(mask);
});

test.each([
  ["", 0],
  ["0", 0],
  ["120", 120],
  ["120 px", 120],
  ["25%", 200],
  ["12.5 %", 100],
  ["12,5%", 100],
  ["-5", undefined],
  ["wide", undefined],
  ["1e9", undefined],
])("“%s” beside 800 pixels", (text, pixels) => {
  expect(readPixels(text, 800)).toBe(pixels);
});
