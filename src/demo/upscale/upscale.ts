/** Reads an image, enlarges it and writes it as a PNG, part by part: both never are in memory at the same time as pixels. */
import { decodeImage } from "../../media/images/decodeImage.ts";
import { encodePngRows } from "../../media/images/encodePng.ts";
import type { MediaResult, UpscaleRequest } from "../request.ts";
import { enlarge } from "./enlarge.ts";

/** @throws Error: the image is damaged or too large. */
export async function upscale({ bytes }: UpscaleRequest): Promise<MediaResult> {
  const image = await decodeImage(bytes);
  if (image === undefined) throw new TypeError("The image cannot be decoded.");
  const { hasOpacity, rows } = await enlarge(image);
  const { profile } = image;
  const size = {
    width: image.width * 2,
    height: image.height * 2,
    channels: hasOpacity ? (4 as const) : (3 as const),
    ...(profile !== undefined && { profile }),
  };
  const file = await encodePngRows(size, rows, { Software: "Generation Studio, Anime4K" });
  return { kind: "image", bytes: file, mediaType: "image/png", format: "png" };
}
