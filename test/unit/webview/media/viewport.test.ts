/** The visible part of an image. */
import { expect, test } from "vitest";
import { pan, viewWithKey, wholeImage, zoom } from "../../../../src/webview/media/viewport.ts";

test("the point under the pointer stays in its place while zooming", () => {
  const view = zoom(wholeImage, 2, { x: 0.25, y: 0.75 });
  expect(view).toEqual({ scale: 2, x: -0.25, y: -0.75 });
  expect(view.x + view.scale * 0.25).toBe(0.25);
  expect(zoom(view, 2, { x: 0.25, y: 0.75 })).toEqual({ scale: 4, x: -0.75, y: -2.25 });
});

test("an image is never smaller than the viewport, and zoom has a maximum", () => {
  expect(zoom(wholeImage, 0.1)).toEqual(wholeImage);
  expect(zoom(wholeImage, 1000).scale).toBe(16);
  expect(zoom(zoom(wholeImage, 4, { x: 0, y: 0 }), 0.01, { x: 1, y: 1 })).toEqual(wholeImage);
});

test("it can be moved up to its edges", () => {
  const view = zoom(wholeImage, 2);
  expect(pan(view, 0.1, -0.2)).toMatchObject({ x: -0.4, y: -0.7 });
  expect(pan(view, 5, 5)).toMatchObject({ x: 0, y: 0 });
  expect(pan(view, -5, -5)).toMatchObject({ x: -1, y: -1 });
  expect(pan(wholeImage, 0.3, 0.3)).toEqual(wholeImage);
});

test("keys zoom and move it, and others do nothing", () => {
  const view = zoom(wholeImage, 4);
  expect(viewWithKey(view, "+")?.scale).toBe(5);
  expect(viewWithKey(view, "-")?.scale).toBe(3.2);
  expect(viewWithKey(view, "0")).toEqual(wholeImage);
  expect(viewWithKey(view, "ArrowRight")?.x).toBeLessThan(view.x);
  expect(viewWithKey(view, "ArrowUp")?.y).toBeGreaterThan(view.y);
  expect(viewWithKey(view, "a")).toBeUndefined();
});
