/** A canvas of RGBA pixels with antialiased shapes. */
import type { Raster } from "../../media/images/raster.ts";

/** Red, green and blue, 0 to 255. */
export type RgbColour = readonly [number, number, number];

/** Its pixels are opaque. */
export type Canvas = Raster;

/** An area of a canvas in pixels; fractions and positions outside the canvas are allowed. */
export interface CanvasArea {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

export function createCanvas(width: number, height: number): Canvas {
  return { width, height, data: new Uint8Array(width * height * 4).fill(255) };
}

export const limit = (value: number, low: number, high: number) => Math.max(low, Math.min(high, value));

export function mix(from: RgbColour, to: RgbColour, share: number): RgbColour {
  const part = limit(share, 0, 1);
  return [from[0] + (to[0] - from[0]) * part, from[1] + (to[1] - from[1]) * part, from[2] + (to[2] - from[2]) * part];
}

/** Where the pixel at fractions of the width and the height is in the data. */
export function offsetOf({ width, height }: Canvas, across: number, down: number): number {
  const [x, y] = [limit(Math.floor(across * width), 0, width - 1), limit(Math.floor(down * height), 0, height - 1)];
  return (y * width + x) * 4;
}

/** Perceived brightness, 0 to 255. Source: ITU-R BT.601. */
export const brightness = ([red, green, blue]: RgbColour) => 0.299 * red + 0.587 * green + 0.114 * blue;

/** Blends a colour over one pixel; `opacity` from 0 to 1. */
export function blendPixel({ data }: Canvas, at: number, colour: RgbColour, opacity: number): void {
  const keep = 1 - opacity;
  data[at] = (data[at] ?? 0) * keep + colour[0] * opacity;
  data[at + 1] = (data[at + 1] ?? 0) * keep + colour[1] * opacity;
  data[at + 2] = (data[at + 2] ?? 0) * keep + colour[2] * opacity;
}

/** Paints the pixels of the area for which `opacityAt` (pixel centre to 0..1) is above zero. */
export function paintShape(canvas: Canvas, area: CanvasArea, colour: RgbColour, opacityAt: (x: number, y: number) => number): void {
  const right = Math.min(canvas.width, Math.ceil(area.right));
  const bottom = Math.min(canvas.height, Math.ceil(area.bottom));
  const left = Math.max(0, Math.floor(area.left));
  for (let y = Math.max(0, Math.floor(area.top)); y < bottom; y += 1) {
    for (let x = left; x < right; x += 1) {
      const opacity = opacityAt(x + 0.5, y + 0.5);
      if (opacity > 0) blendPixel(canvas, (y * canvas.width + x) * 4, colour, Math.min(1, opacity));
    }
  }
}

export function paintDisc(canvas: Canvas, x: number, y: number, radius: number, colour: RgbColour, opacity: number): void {
  const area = { left: x - radius - 1, top: y - radius - 1, right: x + radius + 1, bottom: y + radius + 1 };
  paintShape(canvas, area, colour, (px, py) => limit(radius + 0.5 - Math.hypot(px - x, py - y), 0, 1) * opacity);
}

/** A line with round caps. */
export function paintLine(
  canvas: Canvas,
  from: readonly [number, number],
  to: readonly [number, number],
  thickness: number,
  colour: RgbColour,
  opacity = 1,
): void {
  const [dx, dy] = [to[0] - from[0], to[1] - from[1]];
  const squared = dx * dx + dy * dy || 1;
  const reach = thickness / 2 + 1;
  const area = {
    left: Math.min(from[0], to[0]) - reach,
    top: Math.min(from[1], to[1]) - reach,
    right: Math.max(from[0], to[0]) + reach,
    bottom: Math.max(from[1], to[1]) + reach,
  };
  paintShape(canvas, area, colour, (x, y) => {
    const along = limit(((x - from[0]) * dx + (y - from[1]) * dy) / squared, 0, 1);
    const distance = Math.hypot(x - from[0] - dx * along, y - from[1] - dy * along);
    return limit(thickness / 2 + 0.5 - distance, 0, 1) * opacity;
  });
}

/** A convex polygon, with its corners in either direction. */
export function paintPolygon(canvas: Canvas, corners: readonly (readonly [number, number])[], colour: RgbColour, opacity: number): void {
  const xs = corners.map((corner) => corner[0]);
  const ys = corners.map((corner) => corner[1]);
  const middle = [xs.reduce((a, b) => a + b, 0) / xs.length, ys.reduce((a, b) => a + b, 0) / ys.length] as const;
  const edges = corners.map(([x, y], index) => {
    const next = corners[(index + 1) % corners.length] ?? [x, y];
    const length = Math.hypot(next[0] - x, next[1] - y) || 1;
    const normal = [(next[1] - y) / length, -(next[0] - x) / length] as const;
    const side = (middle[0] - x) * normal[0] + (middle[1] - y) * normal[1] >= 0 ? 1 : -1;
    return { x, y, nx: normal[0] * side, ny: normal[1] * side };
  });
  const area = { left: Math.min(...xs) - 1, top: Math.min(...ys) - 1, right: Math.max(...xs) + 1, bottom: Math.max(...ys) + 1 };
  paintShape(canvas, area, colour, (x, y) => {
    let inside = 1;
    for (const edge of edges) inside = Math.min(inside, (x - edge.x) * edge.nx + (y - edge.y) * edge.ny + 0.5);
    return limit(inside, 0, 1) * opacity;
  });
}
