/** How the stored pixels of an image are displayed: the eight orientations of TIFF and Exif. Source: TIFF 6.0, "Orientation". */

/** For each orientation: whether rows become columns, and which axes of the result are reversed. */
export const turns: Readonly<Record<number, { isTransposed: boolean; flipX: boolean; flipY: boolean }>> = {
  1: { isTransposed: false, flipX: false, flipY: false },
  2: { isTransposed: false, flipX: true, flipY: false },
  3: { isTransposed: false, flipX: true, flipY: true },
  4: { isTransposed: false, flipX: false, flipY: true },
  5: { isTransposed: true, flipX: false, flipY: false },
  6: { isTransposed: true, flipX: true, flipY: false },
  7: { isTransposed: true, flipX: true, flipY: true },
  8: { isTransposed: true, flipX: false, flipY: true },
};

/** The orientation that is displayed after both. */
export function turnAgain(first: number, second: number): number {
  const [one = turns[1], other = turns[1]] = [turns[first], turns[second]];
  if (!one || !other) return 1;
  const [x, y] = other.isTransposed ? [one.flipY, one.flipX] : [one.flipX, one.flipY];
  const both = { isTransposed: one.isTransposed !== other.isTransposed, flipX: x !== other.flipX, flipY: y !== other.flipY };
  const found = Object.entries(turns).find(
    ([, turn]) => turn.isTransposed === both.isTransposed && turn.flipX === both.flipX && turn.flipY === both.flipY,
  );
  return Number(found?.[0] ?? 1);
}

const orientationTag = 0x112;

/** The orientation of an Exif block, which starts at its TIFF header or at `Exif\0\0`. undefined: it has none. */
export function readOrientation(bytes: Buffer): number | undefined {
  const tiff = bytes.toString("latin1", 0, 6) === "Exif\0\0" ? bytes.subarray(6) : bytes;
  const mark = tiff.toString("latin1", 0, 4);
  if (tiff.length < 10 || (mark !== "II*\0" && mark !== "MM\0*")) return undefined;
  const isLittle = mark === "II*\0";
  const u16 = (offset: number) => (isLittle ? tiff.readUInt16LE(offset) : tiff.readUInt16BE(offset));
  const first = isLittle ? tiff.readUInt32LE(4) : tiff.readUInt32BE(4);
  if (first + 2 > tiff.length) return undefined;
  for (let left = u16(first), entry = first + 2; left > 0 && entry + 10 <= tiff.length; left -= 1, entry += 12) {
    const value = u16(entry) === orientationTag ? u16(entry + 8) : 0;
    if (value >= 1 && value <= 8) return value;
  }
  return undefined;
}
