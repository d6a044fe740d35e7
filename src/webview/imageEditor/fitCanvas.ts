/** Where the canvas is in its region: fitted, then zoomed and moved. */
import type { Placement } from "../../imageEditor/mask/drawMask.ts";
import type { Viewport } from "../media/viewport.ts";

interface Size {
  width: number;
  height: number;
}

/** CSS pixels around a canvas that is fitted. */
const margin = 12;

/** In CSS pixels of the region. */
export function fitCanvas(canvas: Size, region: Size, view: Viewport): Placement {
  const fit = Math.max(0.001, Math.min((region.width - 2 * margin) / canvas.width, (region.height - 2 * margin) / canvas.height));
  const centre = (side: "width" | "height") => (region[side] - canvas[side] * fit) / 2;
  return {
    x: view.x * region.width + view.scale * centre("width"),
    y: view.y * region.height + view.scale * centre("height"),
    scale: fit * view.scale,
  };
}

/** The point of the canvas at a point of the region. */
export function toCanvas({ x, y, scale }: Placement, at: { x: number; y: number }): { x: number; y: number } {
  return { x: (at.x - x) / scale, y: (at.y - y) / scale };
}
