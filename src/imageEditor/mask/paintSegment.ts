/** Paints a part of a brush stroke. */
import { type Area, areaBetween } from "./area.ts";
import type { Mask } from "./mask.ts";

/** A position of the brush, in pixels from the top left corner; the centre of the first pixel is at 0.5. */
export interface BrushPoint {
  x: number;
  y: number;
  /** In pixels. */
  radius: number;
}

export interface Brush {
  /** 1: a sharp edge; 0: the effect decreases from the centre. */
  hardness: number;
  /** Keeps the pixels again instead of changing them. */
  isEraser: boolean;
}

/** Part of the size that remains with the lightest pressure. */
const leastPressure = 0.15;

/** Radius of a brush in pixels. `pressure`: 0 to 1; only pens report it, so that it is undefined for other pointers. */
export function radiusOf(size: number, pressure: number | undefined): number {
  const share = pressure === undefined ? 1 : leastPressure + (1 - leastPressure) * Math.min(1, Math.max(0, pressure));
  return Math.max(0.5, (size / 2) * share);
}

/** The area that a part of a stroke can change. */
export function areaOfSegment(size: { width: number; height: number }, from: BrushPoint, to: BrushPoint): Area {
  const reach = Math.max(from.radius, to.radius) + 1;
  return areaBetween(
    Math.min(from.x, to.x) - reach,
    Math.min(from.y, to.y) - reach,
    Math.max(from.x, to.x) + reach,
    Math.max(from.y, to.y) + reach,
    size,
  );
}

/**
 * Paints from one point to the next; the radius changes evenly in between. Parts that overlap do not add up, so that a slow stroke has the
 * same edge as a fast one. Returns the area that may have changed.
 */
export function paintSegment(mask: Mask, from: BrushPoint, to: BrushPoint, { hardness, isEraser }: Brush): Area {
  const area = areaOfSegment(mask, from, to);
  const [dx, dy, dr] = [to.x - from.x, to.y - from.y, to.radius - from.radius];
  const squared = dx * dx + dy * dy;
  const softness = 1 - Math.min(1, Math.max(0, hardness));
  const { data, width } = mask;
  const painted = isEraser ? 0 : 255;
  for (let row = area.y; row < area.y + area.height; row += 1) {
    const py = row + 0.5 - from.y;
    for (let column = area.x, at = row * width + area.x; column < area.x + area.width; column += 1, at += 1) {
      const before = data[at] ?? 0;
      // The parts of a stroke overlap much.
      if (before === painted) continue;
      const px = column + 0.5 - from.x;
      const along = squared === 0 ? 0 : Math.min(1, Math.max(0, (px * dx + py * dy) / squared));
      const [ox, oy] = [px - along * dx, py - along * dy];
      const radius = from.radius + along * dr;
      const outer = radius + 0.5;
      const distance = ox * ox + oy * oy;
      if (distance >= outer * outer) continue;
      const fade = Math.max(1, radius * softness);
      const inner = outer - fade;
      const covered =
        inner > 0 && distance <= inner * inner ? 255 : Math.min(255, Math.round(((outer - Math.sqrt(distance)) / fade) * 255));
      if (isEraser) {
        if (before > 255 - covered) data[at] = 255 - covered;
      } else if (before < covered) data[at] = covered;
    }
  }
  return area;
}
