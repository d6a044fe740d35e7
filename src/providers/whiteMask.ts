import { decodeImage } from "../images/decodeImage.ts";
import { encodePng } from "../images/encodePng.ts";

/**
 * A mask for engines that change what is white and keep what is black, from one that says so with transparency. A mask without
 * transparent pixels is such a mask already: only its colours are reduced to grey. undefined: it cannot be decoded.
 */
export function whiteMask(mask: Uint8Array): Uint8Array | undefined {
  const decoded = decodeImage(mask);
  if (decoded === undefined) return undefined;
  const { width, height, data } = decoded;
  const isTransparent = data.some((value, at) => at % 4 === 3 && value < 255);
  const grey = new Uint8Array(width * height * 3);
  for (let pixel = 0; pixel < width * height; pixel += 1) {
    const [red = 0, green = 0, blue = 0, alpha = 255] = data.subarray(pixel * 4, pixel * 4 + 4);
    grey.fill(isTransparent ? 255 - alpha : Math.round((red + green + blue) / 3), pixel * 3, pixel * 3 + 3);
  }
  return encodePng({ width, height, channels: 3, data: grey });
}
