/** Enlarges an image to twice its width and height with Anime4K (https://github.com/bloc97/Anime4K): it sharpens, and invents nothing. */
import { fillFromSurroundings } from "../../media/images/fillFromSurroundings.ts";
import type { Raster } from "../../media/images/raster.ts";
import type { CanvasArea } from "../image/canvas.ts";
import { inputRow, largestPart, loadNetwork, type Network, reach, resultRow } from "./network.ts";

interface Enlarged {
  /** Whether the pixels have an opacity. */
  hasOpacity: boolean;
  /** The rows from the top, some hundred at a time, with 3 bytes for each pixel, or 4 with its opacity. */
  rows: Iterable<Uint8Array>;
}

let loading: Promise<Network> | undefined;

/** The memory that is needed beside the image depends on its width alone. */
export async function enlarge(given: Raster): Promise<Enlarged> {
  // Whole pixels are copied.
  const image = given.data.byteOffset % 4 === 0 ? given : { ...given, data: given.data.slice() };
  // Compiled on first use, and kept as long as the thread.
  loading ??= loadNetwork();
  const network = await loading;
  const hasOpacity = !isOpaque(image);
  return { hasOpacity, rows: enlargeRows(network, image, hasOpacity) };
}

function isOpaque({ data }: Raster): boolean {
  for (let at = 3; at < data.length; at += 4) if (data[at] !== 255) return false;
  return true;
}

const step = largestPart - 2 * reach;

function* enlargeRows(network: Network, image: Raster, hasOpacity: boolean): Iterable<Uint8Array> {
  const { width, height } = image;
  for (let top = 0; top < height; top += step) {
    const bottom = Math.min(height, top + step);
    const band: Band = { top, stride: width * 2 * (hasOpacity ? 4 : 3), data: new Uint8ClampedArray(0) };
    band.data = new Uint8ClampedArray((bottom - top) * 2 * band.stride);
    for (let left = 0; left < width; left += step) {
      const part = cut(image, { left, top, right: Math.min(width, left + step), bottom });
      if (!hasOpacity) {
        enlargePart(network, part, band, 3, [0, 1, 2]);
        continue;
      }
      // What is transparent has any colour, often black, of which nothing may be seen at the edges.
      const { pixels } = part;
      enlargePart(
        network,
        { ...part, pixels: fillFromSurroundings(pixels, (at) => (pixels.data[at * 4 + 3] ?? 0) / 255) },
        band,
        4,
        [0, 1, 2],
      );
      enlargePart(network, { ...part, pixels: opacitiesOf(pixels) }, band, 4, [3]);
    }
    yield new Uint8Array(band.data.buffer);
  }
}

/** Rows of the result. */
interface Band {
  /** The row of the image with which it begins. */
  top: number;
  /** Bytes of a row. */
  stride: number;
  data: Uint8ClampedArray<ArrayBuffer>;
}

interface Part {
  /** What is enlarged. */
  area: CanvasArea;
  /** The area with as much around it as matters. Beyond an edge of the image, its outermost pixels go on. */
  pixels: Raster;
}

function cut(image: Raster, area: CanvasArea): Part {
  const [width, height] = [area.right - area.left + 2 * reach, area.bottom - area.top + 2 * reach];
  const source = new Uint32Array(image.data.buffer, image.data.byteOffset, image.width * image.height);
  const data = new Uint32Array(width * height);
  for (let y = 0, to = 0; y < height; y += 1) {
    const row = Math.min(image.height - 1, Math.max(0, area.top - reach + y)) * image.width;
    for (let x = 0; x < width; x += 1, to += 1) data[to] = source[row + Math.min(image.width - 1, Math.max(0, area.left - reach + x))] ?? 0;
  }
  return { area, pixels: { width, height, data: new Uint8Array(data.buffer) } };
}

/** The opacity of each pixel as a shade in the last channel that is written. */
function opacitiesOf({ width, height, data }: Raster): Raster {
  const grey = new Uint8Array(data.length);
  for (let at = 0; at < data.length; at += 4) grey.fill(data[at + 3] ?? 255, at, at + 4);
  return { width, height, data: grey };
}

/** @param to the channels of the result for red, green and blue. */
function enlargePart(network: Network, { area, pixels }: Part, band: Band, channels: number, to: readonly number[]): void {
  const { width, height, data } = pixels;
  network.clear();
  for (let y = 0, from = 0; y < height; y += 1)
    for (let at = (y + 1) * inputRow + 4, end = at + width * 4; at < end; at += 1, from += 1) network.input[at] = (data[from] ?? 0) / 255;
  const added = network.run(width, height);
  for (let y = 0; y < area.bottom - area.top; y += 1)
    for (let lower = 0; lower < 2; lower += 1) {
      const own = (y + reach) * width;
      const other = own + (2 * lower - 1) * width;
      const start = (2 * (area.top - band.top + y) + lower) * band.stride + 2 * area.left * channels;
      for (let column = 0, end = (area.right - area.left) * 2; column < end; column += 1) {
        const x = (column >> 1) + reach;
        const later = column & 1;
        const beside = x - 1 + 2 * later;
        const from = (y + reach) * resultRow + x * 12 + lower * 2 + later;
        for (let channel = 0; channel < to.length; channel += 1) {
          const value = (pixel: number) => data[pixel * 4 + channel] ?? 0;
          const smooth = 0.5625 * value(own + x) + 0.1875 * (value(own + beside) + value(other + x)) + 0.0625 * value(other + beside);
          band.data[start + column * channels + (to[channel] ?? 0)] = smooth + 255 * (added[from + channel * 4] ?? 0);
        }
      }
    }
}
