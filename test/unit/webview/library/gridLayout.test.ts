/** The positions of results in a grid, and the targets of keys. */
import { describe, expect, test } from "vitest";
import { layOut, move, rowsInSight } from "../../../../src/webview/library/gridLayout.ts";

test("as many columns fit as are wide enough, and at least one", () => {
  expect(layOut(900, 100)).toMatchObject({ columns: 5, rows: 20 });
  expect(layOut(120, 3)).toMatchObject({ columns: 1, rows: 3 });
  expect(layOut(900, 0)).toMatchObject({ rows: 0 });
});

test("few rows are visible, whatever the number of results", () => {
  const layout = layOut(900, 50_000);
  const { first, last } = rowsInSight(layout, 400_000, 800);
  expect(first * layout.rowHeight).toBeLessThanOrEqual(400_000);
  expect((last + 1) * layout.rowHeight).toBeGreaterThanOrEqual(400_800);
  expect(last - first).toBeLessThan(10);
  expect(rowsInSight(layOut(900, 0), 0, 800)).toEqual({ first: 0, last: -1 });
});

describe("keys", () => {
  const to = (key: string, from: number, isRightToLeft = false) => move(key, from, 23, 5, 3, isRightToLeft);

  test.each([
    ["ArrowRight", 7, 8],
    ["ArrowLeft", 7, 6],
    ["ArrowDown", 7, 12],
    ["ArrowUp", 7, 2],
    ["ArrowUp", 2, 2],
    ["ArrowRight", 22, 22],
    ["ArrowDown", 19, 22],
    ["ArrowDown", 21, 21],
    ["PageDown", 2, 17],
    ["PageDown", 17, 22],
    ["PageUp", 7, 0],
    ["Home", 7, 0],
    ["End", 7, 22],
    ["a", 7, undefined],
  ] as const)("%s moves from %d to %s", (key, from, expected) => {
    expect(to(key, from)).toBe(expected);
  });

  test("the horizontal arrows follow the direction of the text", () => {
    expect(to("ArrowRight", 7, true)).toBe(6);
    expect(to("ArrowLeft", 7, true)).toBe(8);
  });
});
