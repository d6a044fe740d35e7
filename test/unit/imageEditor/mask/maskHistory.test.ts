/** Undo and redo of a mask. */
import { describe, expect, test } from "vitest";
import type { Area } from "../../../../src/imageEditor/mask/area.ts";
import { emptyMask, fillArea, invertMask, type Mask, wholeMask } from "../../../../src/imageEditor/mask/mask.ts";
import { MaskHistory } from "../../../../src/imageEditor/mask/maskHistory.ts";

function change(mask: Mask, history: MaskHistory, area: Area, value = 255): void {
  history.keep(area);
  fillArea(mask, area, value);
  history.commit();
}
const square = (x: number, y: number, side: number): Area => ({ x, y, width: side, height: side });
const count = ({ data }: Mask) => data.filter((value) => value === 255).length;

describe("the history of a mask", () => {
  test("undoes and redoes each step, over the edges of tiles", () => {
    const mask = emptyMask(600, 300);
    const history = new MaskHistory(mask);
    change(mask, history, square(250, 250, 20));
    change(mask, history, square(590, 290, 10));
    history.keep(wholeMask(mask));
    invertMask(mask);
    history.commit();
    expect([count(mask), history.canUndo, history.canRedo]).toEqual([600 * 300 - 500, true, false]);
    history.undo();
    expect(count(mask)).toBe(500);
    history.undo();
    expect(count(mask)).toBe(400);
    history.undo();
    expect([count(mask), history.canUndo]).toEqual([0, false]);
    expect(history.undo()).toMatchObject({ width: 0 });
    for (const expected of [400, 500, 600 * 300 - 500]) {
      history.redo();
      expect(count(mask)).toBe(expected);
    }
    expect(history.canRedo).toBe(false);
  });

  test("reports the area to draw again", () => {
    const mask = emptyMask(1000, 1000);
    const history = new MaskHistory(mask);
    change(mask, history, square(300, 300, 10));
    expect(history.undo()).toEqual({ x: 256, y: 256, width: 256, height: 256 });
  });

  test("forgets what was undone after a new step, and has no step for what changed nothing", () => {
    const mask = emptyMask(300, 300);
    const history = new MaskHistory(mask);
    change(mask, history, square(0, 0, 10));
    history.undo();
    change(mask, history, square(0, 0, 10), 0);
    expect([history.canUndo, history.canRedo]).toEqual([false, true]);
    change(mask, history, square(5, 5, 10));
    expect([history.canUndo, history.canRedo]).toEqual([true, false]);
  });

  test("drops the oldest steps above its limit of memory", () => {
    const mask = emptyMask(256, 256);
    const history = new MaskHistory(mask, 3 * 256 * 256 + 1000);
    for (let step = 0; step < 5; step += 1) change(mask, history, square(step * 10, 0, 5));
    let undone = 0;
    while (history.canUndo) {
      history.undo();
      undone += 1;
    }
    // The first step keeps an empty tile, which needs no pixels, but it is the oldest.
    expect(undone).toBe(3);
    expect(count(mask)).toBe(2 * 25);
  });
});
