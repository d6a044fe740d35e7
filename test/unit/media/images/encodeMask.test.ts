/** Masks as PNG files, and images on a larger canvas. */
import { expect, test } from "vitest";
import { decodePng } from "../../../../src/media/images/decodePng.ts";
import { encodeMask } from "../../../../src/media/images/encodeMask.ts";
import { extendRaster } from "../../../../src/media/images/extendRaster.ts";
import { readPngChunks } from "../../../../src/media/images/pngChunks.ts";

test("what a mask changes is transparent in its file, in part where the mask changes in part", () => {
  const file = encodeMask({ width: 3, height: 2, data: Uint8Array.of(0, 255, 0, 64, 0, 255) });
  const decoded = decodePng(file);
  expect(readPngChunks(file)?.header).toMatchObject({ width: 3, height: 2, depth: 8, colourType: 6 });
  expect(Array.from({ length: 6 }, (_, index) => decoded?.data[index * 4 + 3])).toEqual([255, 0, 255, 191, 255, 0]);
});

test("an image on a larger canvas keeps its pixels, and the added ones are transparent", () => {
  const image = { width: 1, height: 2, data: Uint8Array.of(1, 2, 3, 255, 4, 5, 6, 128) };
  const { width, height, data } = extendRaster(image, { top: 1, right: 1, bottom: 0, left: 0 });
  expect([width, height]).toEqual([2, 3]);
  expect([...data]).toEqual([0, 0, 0, 0, 0, 0, 0, 0, 1, 2, 3, 255, 0, 0, 0, 0, 4, 5, 6, 128, 0, 0, 0, 0]);
});
