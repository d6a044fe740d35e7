/** Rectangles of whole pixels. */

export interface Area {
  x: number;
  y: number;
  width: number;
  height: number;
}

export const noArea: Area = { x: 0, y: 0, width: 0, height: 0 };

export const isEmpty = ({ width, height }: Area): boolean => width <= 0 || height <= 0;

/** The pixels that two edges enclose, within an image of this size. */
export function areaBetween(left: number, top: number, right: number, bottom: number, size: { width: number; height: number }): Area {
  const x = Math.max(0, Math.floor(left));
  const y = Math.max(0, Math.floor(top));
  const width = Math.min(size.width, Math.ceil(right)) - x;
  const height = Math.min(size.height, Math.ceil(bottom)) - y;
  return width <= 0 || height <= 0 ? noArea : { x, y, width, height };
}

/** The smallest area that contains both. */
export function uniteAreas(one: Area, other: Area): Area {
  if (isEmpty(one)) return other;
  if (isEmpty(other)) return one;
  const x = Math.min(one.x, other.x);
  const y = Math.min(one.y, other.y);
  return {
    x,
    y,
    width: Math.max(one.x + one.width, other.x + other.width) - x,
    height: Math.max(one.y + one.height, other.y + other.height) - y,
  };
}
