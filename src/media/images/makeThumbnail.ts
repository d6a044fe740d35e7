/** Makes a small copy of an image. */
import { encode as encodeJpeg } from "jpeg-js";
import { insertJpegProfile } from "./colourProfile.ts";
import { decodeImage } from "./decodeImage.ts";
import { encodePng } from "./encodePng.ts";
import type { Raster } from "./raster.ts";
import { scaleDown } from "./scaleDown.ts";

export interface Thumbnail {
  bytes: Uint8Array;
  mediaType: "image/jpeg" | "image/png";
}

/** Pixels of the longer side, and the fewest that are still useful. */
const longestSide = 768;
const shortestSide = 32;
const jpegQuality = 80;
/** Bytes: those of photographs have fewer. The space is for the image. */
const largestProfile = 4096;

/** undefined: the image has a format that is not decoded here, is damaged, or is too large to decode. */
export async function makeThumbnail(file: Uint8Array, mostBytes: number): Promise<Thumbnail | undefined> {
  const decoded = await decodeImage(file);
  if (decoded === undefined) return undefined;
  const { profile, ...image } = decoded;
  const pixels = profile !== undefined && profile.length <= largestProfile ? decoded : image;
  const longer = Math.max(pixels.width, pixels.height);
  for (let side = Math.min(longer, longestSide); side >= Math.min(longer, shortestSide); side = Math.floor(side * 0.7)) {
    const shorten = (length: number) => Math.max(1, Math.round((length * side) / longer));
    const thumbnail = encode(side === longer ? pixels : scaleDown(pixels, shorten(pixels.width), shorten(pixels.height)));
    if (thumbnail.bytes.length <= mostBytes) return thumbnail;
  }
  return undefined;
}

/** Uses JPEG, which is smaller, unless the image has transparency. */
function encode(image: Raster): Thumbnail {
  if (isOpaque(image.data))
    return { bytes: insertJpegProfile(encodeJpeg(image, jpegQuality).data, image.profile), mediaType: "image/jpeg" };
  return { bytes: encodePng({ ...image, channels: 4 }), mediaType: "image/png" };
}

function isOpaque(data: Uint8Array): boolean {
  for (let at = 3; at < data.length; at += 4) if ((data[at] ?? 255) < 255) return false;
  return true;
}
