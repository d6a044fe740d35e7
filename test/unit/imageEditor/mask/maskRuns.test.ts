/** Masks as runs of equal pixels. */
import { describe, expect, test } from "vitest";
import { emptyMask, fillArea, type Mask } from "../../../../src/imageEditor/mask/mask.ts";
import { readRuns, writeRuns } from "../../../../src/imageEditor/mask/maskRuns.ts";
import { paintSegment } from "../../../../src/imageEditor/mask/paintSegment.ts";

const soft = emptyMask(300, 200);
paintSegment(soft, { x: 20, y: 30, radius: 15 }, { x: 280, y: 170, radius: 40 }, { hardness: 0.3, isEraser: false });
const filled = emptyMask(4000, 4000);
fillArea(filled, { x: 10, y: 10, width: 500, height: 3000 }, 255);

describe("runs", () => {
  test.each([
    ["empty", emptyMask(3, 3)],
    ["one pixel", { width: 1, height: 1, data: Uint8Array.of(255) }],
    ["of 128 pixels", emptyMask(128, 1)],
    ["with a soft edge", soft],
    ["large", filled],
  ] satisfies [string, Mask][])("of a mask that is %s can be read again", (_, mask) => {
    const read = readRuns(writeRuns(mask), mask.width, mask.height);
    expect(read && Buffer.compare(read.data, mask.data)).toBe(0);
  });

  test("are small", () => {
    expect(writeRuns(filled).length).toBeLessThan(20_000);
  });

  test.each([
    ["too few pixels", [255, 8]],
    ["too many pixels", [255, 10]],
    ["no length", [255, 9, 0]],
    ["a run of nothing", [255, 0, 255, 9]],
    ["an endless length", [255, ...Array.from({ length: 40 }, () => 255)]],
    ["nothing", []],
  ])("with %s are no mask of nine pixels", (_, bytes) => {
    expect(readRuns(Uint8Array.from(bytes), 3, 3)).toBeUndefined();
  });
});
