/** Draws a thumbnail of an attached image. */
import { fromBase64 } from "../fromBase64.ts";
import { toBase64 } from "./toBase64.ts";

/** Pixels; twice the height in the style sheet, for high-density screens. */
const height = 72;

/** `data`: base64. Returns a data URL; rejects if the bytes are not an image. */
export async function drawThumbnail(data: string, mediaType: string): Promise<string> {
  const source = new Blob([fromBase64(data)], { type: mediaType });
  const image = await createImageBitmap(source, { resizeHeight: height, resizeQuality: "medium" });
  const canvas = new OffscreenCanvas(image.width, image.height);
  canvas.getContext("2d")?.drawImage(image, 0, 0);
  image.close();
  const drawn = await canvas.convertToBlob({ type: "image/png" });
  return `data:image/png;base64,${await toBase64(drawn)}`;
}
