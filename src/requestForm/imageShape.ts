/** Reads the shape of a size or an aspect ratio, to name sizes alike, to sort them and to draw them. */

export interface ImageShape {
  /** Width divided by height. */
  ratio: number;
  /** Pixels; undefined: only the ratio is known. */
  area: number | undefined;
}

const rectangle = /^(\d{1,5}(?:\.\d{1,3})?)\s?([x×*:/])\s?(\d{1,5}(?:\.\d{1,3})?)$/i;
const side = /^(\d{1,5}(?:\.\d{1,2})?)(k?)$/i;

/** From `1024x768`, `16:9`, `2k` or `512`, the length of a side. undefined: it names no shape, such as `auto`. */
export function readShape(value: string): ImageShape | undefined {
  const [, width, sign, height] = rectangle.exec(value.trim()) ?? [];
  if (width !== undefined && height !== undefined) {
    if (Number(width) === 0 || Number(height) === 0) return undefined;
    const isRatio = sign === ":" || sign === "/";
    return { ratio: Number(width) / Number(height), area: isRatio ? undefined : Number(width) * Number(height) };
  }
  const pixels = readSide(value);
  return pixels === undefined ? undefined : { ratio: 1, area: pixels ** 2 };
}

/** Pixels of `2k` or `512`. */
function readSide(value: string): number | undefined {
  const [, length, unit] = side.exec(value.trim()) ?? [];
  const pixels = Number(length) * (unit === "" ? 1 : 1024);
  return pixels > 0 ? pixels : undefined;
}

/** A size as people write it: `1024×768` and `2048 px`, also of `2k`. Others stay as they are. */
export function describeShape(value: string): string {
  const [, width, sign, height] = rectangle.exec(value.trim()) ?? [];
  if (width !== undefined && sign !== ":" && sign !== "/") return `${width}×${height}`;
  const pixels = readSide(value);
  return pixels === undefined ? value : `${pixels} px`;
}

/** Values without a shape stay first; then by area, then from tall to wide. */
export function sortShapes(values: readonly string[]): string[] {
  const rank = (value: string): readonly number[] => {
    const shape = readShape(value);
    return shape === undefined ? [-1, 0] : [shape.area ?? 0, shape.ratio];
  };
  return values.toSorted((one, other) => {
    const [[area = 0, ratio = 0], [otherArea = 0, otherRatio = 0]] = [rank(one), rank(other)];
    return area - otherArea || ratio - otherRatio;
  });
}

/** Longest and shortest side of a drawing. */
const [longest, shortest] = [32, 6];

/** Width and height of the drawing, in units of a square of 36. `largest`: the largest area of the sizes that are shown together. */
export function drawnSize({ ratio, area }: ImageShape, largest: number): { width: number; height: number } {
  // Areas differ by a factor of up to a hundred, so that the small ones would be points.
  const scale = area === undefined || largest === 0 ? 0.8 : 0.4 + 0.6 * Math.sqrt(area / largest);
  const side = Math.sqrt(ratio);
  const fit = Math.min(1, 1 / Math.max(side, 1 / side)) * longest * scale;
  const within = (length: number) => Math.round(Math.min(longest, Math.max(shortest, length)) * 10) / 10;
  return { width: within(fit * side), height: within(fit / side) };
}
