/**
 * The perceptual hash of an image: 64 bits that are the same for copies of other sizes or qualities, from the signs of the lowest
 * frequencies of its brightness. Source: Zauner, "Implementation and Benchmarking of Perceptual Image Hash Functions", 2010.
 */
import type { Raster } from "../../media/images/raster.ts";
import { scaleDown } from "../../media/images/scaleDown.ts";

/** The image is scaled to this many pixels on each side; then this many frequencies in each direction are kept. */
const side = 32;
const kept = 8;

/** `cosines[frequency][pixel]` */
const cosines = Array.from({ length: kept }, (_, frequency) =>
  Array.from({ length: side }, (_, pixel) => Math.cos(((2 * pixel + 1) * frequency * Math.PI) / (2 * side))),
);

/** Hexadecimal digits. */
export function fingerprintPixels(pixels: Raster): string {
  const { data } = scaleDown(pixels, side, side);
  const brightness = Array.from({ length: side * side }, (_, at) => {
    const [red = 0, green = 0, blue = 0, opacity = 0] = data.subarray(at * 4, at * 4 + 4);
    // Transparent pixels are blended with white.
    return ((0.299 * red + 0.587 * green + 0.114 * blue) * opacity) / 255 + 255 - opacity;
  });
  const amounts = findFrequencies(brightness);
  const middle = amounts.toSorted((one, other) => one - other)[amounts.length / 2] ?? 0;
  const bits = amounts.map((amount) => (amount >= middle ? "1" : "0")).join("");
  return (bits.match(/.{4}/g) ?? []).map((four) => Number.parseInt(four, 2).toString(16)).join("");
}

/** The lowest frequencies in each direction, from the top left. */
function findFrequencies(brightness: readonly number[]): number[] {
  const found: number[] = [];
  for (let down = 0; down < kept; down += 1) {
    for (let across = 0; across < kept; across += 1) {
      let sum = 0;
      for (let y = 0; y < side; y += 1) {
        let row = 0;
        for (let x = 0; x < side; x += 1) row += (brightness[y * side + x] ?? 0) * (cosines[across]?.[x] ?? 0);
        sum += row * (cosines[down]?.[y] ?? 0);
      }
      found.push(sum);
    }
  }
  return found;
}
