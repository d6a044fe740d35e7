/** A request for a picture in; a PNG out. */
import { findModel } from "../capabilities.ts";
import type { ImageRequest, MediaResult } from "../generator.ts";
import { pictureSize } from "../pictureSize.ts";
import { hashText, planeNoise } from "../randomNumbers.ts";
import { encodePng } from "./encodePng.ts";

export async function makeImage(request: ImageRequest): Promise<MediaResult> {
  const model = findModel(request.model);
  const size = model?.kind === "image" ? pictureSize(request, model) : undefined;
  if (!size || "refusal" in size) throw new RangeError("The request was not checked.");
  const { width, height } = size;
  const seed = hashText(request.prompt);
  const data = new Uint8Array(width * height * 3);
  for (let y = 0, at = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1, at += 3) {
      const noise = planeNoise(seed, (x / width) * 4, (y / height) * 4);
      data[at] = 255 * noise;
      data[at + 1] = 160 * (1 - y / height);
      data[at + 2] = 255 * (y / height);
    }
  }
  return { kind: "image", bytes: encodePng({ width, height, channels: 3, data }), mediaType: "image/png", format: "png" };
}
