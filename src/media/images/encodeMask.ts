/** Writes a mask of an image as a PNG file. */
import { encodePng } from "./encodePng.ts";

/** One byte for each pixel, in rows from the top: 0 keeps the pixel, 255 changes it. */
interface MaskPixels {
  width: number;
  height: number;
  data: Uint8Array;
}

/** What is to change is transparent, as the field `mask` of a request means it. Source: OpenAI, "Create image edit", `mask`. */
export function encodeMask({ width, height, data }: MaskPixels): Uint8Array {
  const pixels = new Uint8Array(width * height * 4);
  for (let index = 0, at = 3; index < data.length; index += 1, at += 4) pixels[at] = 255 - (data[index] ?? 0);
  return encodePng({ width, height, channels: 4, data: pixels });
}
