/** Strokes of the brush, pixel by pixel. */
import { describe, expect, test } from "vitest";
import { emptyMask, fillArea, type Mask, wholeMask } from "../../../../src/imageEditor/mask/mask.ts";
import { type Brush, type BrushPoint, paintSegment, radiusOf } from "../../../../src/imageEditor/mask/paintSegment.ts";

const hard: Brush = { hardness: 1, isEraser: false };
const at = (x: number, y: number, radius: number): BrushPoint => ({ x, y, radius });
/** `#` changed, `+` in part, `.` kept. */
const draw = ({ width, data }: Mask) =>
  Array.from({ length: data.length / width }, (_, row) =>
    Array.from(data.subarray(row * width, (row + 1) * width), (value) => (value === 255 ? "#" : value > 0 ? "+" : ".")).join(""),
  );

describe("a stroke", () => {
  test("covers the pixels within its radius, and those at its edge in part", () => {
    const mask = emptyMask(7, 7);
    paintSegment(mask, at(3.5, 3.5, 2), at(3.5, 3.5, 2), hard);
    expect(draw(mask)).toEqual([".......", "..+++..", ".+###+.", ".+###+.", ".+###+.", "..+++..", "......."]);
    // Two pixels from the centre: half of the pixel is within the radius.
    expect(mask.data[1 * 7 + 3]).toBe(128);
  });

  test("joins its points, however far apart they are", () => {
    const mask = emptyMask(40, 5);
    paintSegment(mask, at(2.5, 2.5, 1), at(37.5, 2.5, 1), hard);
    expect(draw(mask)[2]).toBe(`.+${"#".repeat(36)}+.`);
  });

  test("changes its radius evenly from point to point", () => {
    const mask = emptyMask(60, 41);
    paintSegment(mask, at(5.5, 20.5, 2), at(50.5, 20.5, 16), hard);
    const heights = [5, 28, 50].map(
      (column) => Array.from({ length: 41 }, (_, row) => mask.data[row * 60 + column]).filter((value) => value === 255).length,
    );
    expect(heights).toEqual([3, 17, 31]);
  });

  test.each([
    ["in the middle", at(30.5, 30.5, 10)],
    ["over the top left corner", at(0, 0, 8)],
    ["over the bottom right corner", at(64, 64, 8)],
    ["over all edges", at(32, 32, 200)],
    ["outside", at(-50, 20, 4)],
  ])("reports the area that it changes: %s", (_, point) => {
    const mask = emptyMask(64, 64);
    const area = paintSegment(mask, point, point, hard);
    for (const [index, value] of mask.data.entries()) {
      const [x, y] = [index % 64, Math.floor(index / 64)];
      const isInside = x >= area.x && x < area.x + area.width && y >= area.y && y < area.y + area.height;
      if (value > 0) expect(isInside).toBe(true);
    }
  });

  test("with a soft brush decreases towards its edge, and does not add up where it overlaps", () => {
    const mask = emptyMask(21, 21);
    const soft = { hardness: 0, isEraser: false };
    paintSegment(mask, at(10.5, 10.5, 10), at(10.5, 10.5, 10), soft);
    const once = [...mask.data];
    paintSegment(mask, at(10.5, 10.5, 10), at(10.5, 10.5, 10), soft);
    expect([...mask.data]).toEqual(once);
    const line = once.slice(10 * 21 + 10, 10 * 21 + 21);
    expect(line[0]).toBe(255);
    expect(line.toSorted((one, other) => other - one)).toEqual(line);
    expect(line[5]).toBe(Math.round((5.5 / 10) * 255));
  });

  test("of the eraser keeps the pixels again", () => {
    const mask = emptyMask(9, 9);
    fillArea(mask, wholeMask(mask), 255);
    paintSegment(mask, at(4.5, 4.5, 2), at(4.5, 4.5, 2), { hardness: 1, isEraser: true });
    expect(draw(mask)[4]).toBe("##+...+##");
    expect(draw(mask)[0]).toBe("#########");
  });
});

test.each([
  ["a mouse", undefined, 20],
  ["a pen that is pressed hard", 1, 20],
  ["a pen that hardly touches", 0, 3],
  ["a pen between the two", 0.5, 11.5],
  ["an impossible pressure", 7, 20],
])("the radius with %s", (_, pressure, radius) => {
  expect(radiusOf(40, pressure)).toBeCloseTo(radius);
});
