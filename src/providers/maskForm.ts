/** Masks in the two forms of engines: what changes is transparent, or it is white. */
import { decodeImage } from "../images/decodeImage.ts";
import { encodePng } from "../images/encodePng.ts";
import { readPngChunks } from "../images/pngChunks.ts";
import type { Raster } from "../images/raster.ts";

/**
 * A mask for engines that change what is white and keep what is black. A mask without transparent pixels is such a mask already: only its
 * colours are reduced to grey. undefined: it cannot be decoded.
 */
export function whiteMask(mask: Uint8Array): Uint8Array | undefined {
  const decoded = decodeImage(mask);
  if (decoded === undefined) return undefined;
  const isTransparent = decoded.data.some((value, at) => at % 4 === 3 && value < 255);
  return write(decoded, 3, (grey, pixel, { data }) => {
    grey.fill(isTransparent ? 255 - (data[pixel * 4 + 3] ?? 255) : greyAt(data, pixel), pixel * 3, pixel * 3 + 3);
  });
}

/**
 * A mask for engines that change what is transparent. One that cannot have transparent pixels, such as a JPEG, changes what is white.
 * undefined: it is such a mask that cannot be decoded.
 */
export function transparentMask(mask: Uint8Array): Uint8Array | undefined {
  if (hasTransparency(mask)) return mask;
  const decoded = decodeImage(mask);
  const writeAlpha = (pixels: Uint8Array, pixel: number, { data }: Raster) => {
    pixels[pixel * 4 + 3] = 255 - greyAt(data, pixel);
  };
  return decoded && write(decoded, 4, writeAlpha);
}

/** Whether the file can have transparent pixels, as a PNG can with these types of colours; other formats than JPEG are not known. */
function hasTransparency(mask: Uint8Array): boolean {
  const png = readPngChunks(mask);
  if (png) return png.header.colourType === 4 || png.header.colourType === 6 || png.transparency.length > 0;
  return !(mask[0] === 0xff && mask[1] === 0xd8);
}

function greyAt(data: Uint8Array, pixel: number): number {
  return Math.round(((data[pixel * 4] ?? 0) + (data[pixel * 4 + 1] ?? 0) + (data[pixel * 4 + 2] ?? 0)) / 3);
}

function write(source: Raster, channels: 3 | 4, writePixel: (pixels: Uint8Array, pixel: number, source: Raster) => void): Uint8Array {
  const { width, height } = source;
  const data = new Uint8Array(width * height * channels);
  for (let pixel = 0; pixel < width * height; pixel += 1) writePixel(data, pixel, source);
  return encodePng({ width, height, channels, data });
}
