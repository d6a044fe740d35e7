/** Masks in the two forms of engines: what changes is transparent, or it is white. */
import { hasProperty } from "../contract/fileFormats.ts";
import type { InputFile } from "../contract/generationRequest.ts";
import { decodeImage } from "../media/images/decodeImage.ts";
import { encodePng } from "../media/images/encodePng.ts";
import { orient } from "../media/images/orient.ts";
import { readPngChunks } from "../media/images/pngChunks.ts";
import type { Raster } from "../media/images/raster.ts";
import { readImageHeader } from "../media/images/readImageHeader.ts";

/** A mask for engines that change what is white and keep what is black. undefined: it cannot be decoded. */
export async function whiteMask(mask: Uint8Array): Promise<Uint8Array | undefined> {
  const decoded = await decodeImage(mask);
  const changeAt = decoded && readChange(decoded);
  return changeAt && write(decoded, 3, (grey, pixel) => grey.fill(changeAt(pixel), pixel * 3, pixel * 3 + 3));
}

/**
 * A mask for engines that change what is transparent, with eight bits for each of four channels. A PNG with an alpha channel that is too
 * large to decode is sent as it is, and so are other formats, such as GIF. undefined: it is one of these formats and cannot be decoded.
 */
export async function transparentMask(mask: Uint8Array): Promise<Uint8Array | undefined> {
  const { colourType, depth } = readPngChunks(mask)?.header ?? {};
  const decoded = await decodeImage(mask);
  const changeAt = decoded && readChange(decoded);
  if (!changeAt) return colourType === 6 || isOtherFormat(mask) ? mask : undefined;
  if (colourType === 6 && depth === 8 && hasTransparency(decoded)) return mask;
  return write(decoded, 4, (pixels, pixel) => {
    pixels[pixel * 4 + 3] = 255 - changeAt(pixel);
  });
}

function isOtherFormat(mask: Uint8Array): boolean {
  const format = readImageHeader(mask)?.format;
  return format !== undefined && !hasProperty(format, "isDecoded");
}

/** How much changes at a pixel, from 0 to 255: how transparent it is, or of a mask without transparent pixels, how white. */
function readChange(mask: Raster): (pixel: number) => number {
  const { data } = mask;
  return hasTransparency(mask) ? (pixel) => 255 - (data[pixel * 4 + 3] ?? 255) : (pixel) => greyAt(data, pixel);
}

function hasTransparency({ data }: Raster): boolean {
  for (let at = 3; at < data.length; at += 4) if (data[at] !== 255) return true;
  return false;
}

function greyAt(data: Uint8Array, pixel: number): number {
  return Math.round(((data[pixel * 4] ?? 0) + (data[pixel * 4 + 1] ?? 0) + (data[pixel * 4 + 2] ?? 0)) / 3);
}

function write({ width, height }: Raster, channels: 3 | 4, writePixel: (pixels: Uint8Array, pixel: number) => void): Uint8Array {
  const data = new Uint8Array(width * height * channels);
  for (let pixel = 0; pixel < width * height; pixel += 1) writePixel(data, pixel);
  return encodePng({ width, height, channels, data });
}

/**
 * The references and the mask of the first one, which is stored as it is displayed: some engines ignore its orientation and others do not,
 * and the mask must fit for both. A mask of the stored pixels is turned with it.
 */
export async function uprightMasked(references: readonly InputFile[], mask: InputFile | undefined) {
  const [image, ...others] = references;
  const header = mask && image && readImageHeader(image.bytes);
  const orientation = header?.orientation ?? 1;
  const raster = orientation === 1 ? undefined : await decodeImage(image?.bytes ?? new Uint8Array());
  if (!header || !mask || !image || !raster) return { references, mask };
  const toPng = (file: InputFile, pixels: Raster): InputFile => {
    return { ...file, mediaType: "image/png", bytes: encodePng({ ...pixels, channels: 4 }) };
  };
  const own = await decodeImage(mask.bytes);
  const isStored = own !== undefined && own.width !== raster.width && own.width === header.width;
  return { references: [toPng(image, raster), ...others], mask: isStored ? toPng(mask, orient(own, orientation)) : mask };
}
