/** The visible part of an image and its scale, independent of the image's size. */

export interface Viewport {
  /** 1: the image fits. */
  scale: number;
  /** Position of the image's left and top edges, in widths and heights of the viewport. */
  x: number;
  y: number;
}

const largestScale = 16;

export const wholeImage: Viewport = { scale: 1, x: 0, y: 0 };

/** `at`: the point that does not move, in widths and heights from the top left corner. */
export function zoom({ scale, x, y }: Viewport, factor: number, at = { x: 0.5, y: 0.5 }): Viewport {
  const next = Math.min(largestScale, Math.max(1, scale * factor));
  const move = (edge: number, point: number) => keepInSight(point - ((point - edge) * next) / scale, next);
  return { scale: next, x: move(x, at.x), y: move(y, at.y) };
}

/** One pixel of the image is one of the screen, or as near to it as the image may be zoomed. `fit`: that of an image that fits. */
export function actualSize(view: Viewport, fit: number): Viewport {
  return zoom(view, 1 / (fit * view.scale));
}

/** In widths and heights of the viewport. */
export function pan({ scale, x, y }: Viewport, right: number, down: number): Viewport {
  return { scale, x: keepInSight(x + right, scale), y: keepInSight(y + down, scale) };
}

/** The image always covers the viewport. */
function keepInSight(edge: number, scale: number): number {
  return Math.min(0, Math.max(1 - scale, edge));
}

const step = 0.1;

/** The view after a key; undefined: the key does nothing. */
export function viewWithKey(view: Viewport, key: string): Viewport | undefined {
  switch (key) {
    case "+":
    case "=":
      return zoom(view, 1.25);
    case "-":
      return zoom(view, 1 / 1.25);
    case "0":
      return wholeImage;
    case "ArrowLeft":
      return pan(view, step, 0);
    case "ArrowRight":
      return pan(view, -step, 0);
    case "ArrowUp":
      return pan(view, 0, step);
    case "ArrowDown":
      return pan(view, 0, -step);
    default:
      return undefined;
  }
}
