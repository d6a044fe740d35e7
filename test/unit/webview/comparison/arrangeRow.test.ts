/** The order of answers while their models are hidden. */
import { describe, expect, test } from "vitest";
import { arrangeRow, letterOf, shuffle } from "../../../../src/webview/comparison/arrangeRow.ts";

describe("the order of a row", () => {
  test("has every answer once, and is always the same", () => {
    for (let row = 0; row < 20; row += 1) {
      const order = shuffle(7, row, 6);
      expect(order.toSorted()).toEqual([0, 1, 2, 3, 4, 5]);
      expect(shuffle(7, row, 6)).toEqual(order);
    }
  });

  test("gives no model a fixed column", () => {
    const rows = 6000;
    const counts = Array.from({ length: 3 }, () => [0, 0, 0]);
    for (let row = 0; row < rows; row += 1) {
      for (const [index, model] of shuffle(1234, row, 3).entries()) {
        const column = counts[index] ?? [];
        column[model] = (column[model] ?? 0) + 1;
      }
    }
    for (const count of counts.flat()) expect(Math.abs(count / rows - 1 / 3)).toBeLessThan(0.03);
  });

  test("differs with another seed", () => {
    const arrangements = new Set(Array.from({ length: 40 }, (_, seed) => shuffle(seed, 0, 6).join("")));
    expect(arrangements.size).toBeGreaterThan(20);
  });

  test("has models that are not compared at its end, where their position reveals nothing", () => {
    const order = arrangeRow([{}, null, {}], 0, 5);
    expect(order.slice(0, 2).toSorted()).toEqual([0, 2]);
    expect(order[2]).toBeUndefined();
    expect(arrangeRow([{}, null, {}], 0, undefined)).toEqual([0, 1, 2]);
  });
});

test("answers have letters, for any number of answers", () => {
  expect([0, 1, 25, 26].map(letterOf)).toEqual(["A", "B", "Z", "A1"]);
});
