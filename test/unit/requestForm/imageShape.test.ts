/** The shapes of sizes and aspect ratios. */
import { expect, test } from "vitest";
import { describeShape, drawnSize, readShape, sortShapes } from "../../../src/requestForm/imageShape.ts";

test.each([
  ["1024x768", { ratio: 4 / 3, area: 786_432 }],
  ["1024×1024", { ratio: 1, area: 1_048_576 }],
  ["16:9", { ratio: 16 / 9, area: undefined }],
  ["21 : 9", { ratio: 21 / 9, area: undefined }],
  ["2.35:1", { ratio: 2.35, area: undefined }],
  ["2k", { ratio: 1, area: 2048 ** 2 }],
  ["4K", { ratio: 1, area: 4096 ** 2 }],
  ["512", { ratio: 1, area: 512 ** 2 }],
])("the shape of %s is read", (value, shape) => {
  expect(readShape(value)).toEqual(shape);
});

test.each(["auto", "", "0x512", "16:0", "square", "512x", "720p", "x".repeat(10_000), `${"1".repeat(9999)}:1`])(
  "%.20s names no shape",
  (value) => expect(readShape(value)).toBeUndefined(),
);

test.each([
  ["1024x768", "1024×768"],
  ["1024 * 768", "1024×768"],
  ["512", "512 px"],
  ["1k", "1024 px"],
  ["1.5K", "1536 px"],
  ["16:9", "16:9"],
  ["auto", "auto"],
  ["720p", "720p"],
])("the size %s is shown as %s", (value, shown) => {
  expect(describeShape(value)).toBe(shown);
});

test("sizes are sorted by area and then from tall to wide, after those without a shape", () => {
  const sizes = ["1536x1024", "2k", "auto", "1024x1024", "1024x1536", "512"];
  expect(sortShapes(sizes)).toEqual(["auto", "512", "1024x1024", "1024x1536", "1536x1024", "2k"]);
  expect(sortShapes(["16:9", "1:1", "9:16"])).toEqual(["9:16", "1:1", "16:9"]);
});

test("drawings keep the ratio within their square, and larger sizes are larger", () => {
  const draw = (value: string, largest: number) => drawnSize(readShape(value) ?? { ratio: 0, area: 0 }, largest);
  const [wide, tall] = [draw("16:9", 0), draw("9:16", 0)];
  expect(wide.width / wide.height).toBeCloseTo(16 / 9, 1);
  expect(wide).toEqual({ width: tall.height, height: tall.width });
  expect(draw("512", 4096 ** 2).width).toBeLessThan(draw("4k", 4096 ** 2).width);
  for (const value of ["1:50", "50:1", "1x9999"]) {
    const { width, height } = draw(value, 9999);
    expect(Math.max(width, height)).toBeLessThanOrEqual(32);
    expect(Math.min(width, height)).toBeGreaterThanOrEqual(6);
  }
});
