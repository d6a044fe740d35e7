/** What is known of a whole mask. */
import { expect, test } from "vitest";
import { emptyMask, fillArea, isMaskEmpty, type Mask, paintedShare } from "../../../../src/imageEditor/mask/mask.ts";

test.each([
  [1, 1],
  [3, 5],
  [7, 3],
  [16, 16],
])("a mask of %i × %i pixels is empty until any of its pixels is painted", (width, height) => {
  expect(isMaskEmpty(emptyMask(width, height))).toBe(true);
  for (let index = 0; index < width * height; index += 1) {
    const mask = emptyMask(width, height);
    mask.data[index] = 1;
    expect(isMaskEmpty(mask)).toBe(false);
  }
});

test("a mask in the middle of a buffer is read without its surroundings", () => {
  const buffer = new Uint8Array(32).fill(9);
  for (let offset = 0; offset < 8; offset += 1) {
    const mask: Mask = { width: 3, height: 3, data: buffer.subarray(offset, offset + 9) };
    mask.data.fill(0);
    expect(isMaskEmpty(mask)).toBe(true);
    buffer.fill(9);
  }
});

test.each([
  [100, 100, 0.25],
  [4000, 4000, 0.25],
])("the painted share of %i × %i pixels is that of a painted quarter", (width, height, share) => {
  const mask = emptyMask(width, height);
  fillArea(mask, { x: 0, y: 0, width: width / 2, height: height / 2 }, 255);
  expect(paintedShare(mask)).toBeCloseTo(share, 3);
});
