/** Scales an image down to a size limit and sends it to the host. */
import type { ToPanel } from "../../../chat/messages/toPanel.ts";
import { fromBase64 } from "../fromBase64.ts";
import type { Host } from "../host.ts";
import { toBase64 } from "./toBase64.ts";

type Request = Extract<ToPanel, { type: "shrinkImage" }>;

const quality = 0.85;
/** Factor for width and height in each attempt. */
const step = 0.8;
const smallestWidth = 64;

async function draw(image: ImageBitmap, width: number, height: number): Promise<Blob> {
  const canvas = new OffscreenCanvas(width, height);
  canvas.getContext("2d")?.drawImage(image, 0, 0, width, height);
  return canvas.convertToBlob({ type: "image/jpeg", quality });
}

export async function shrinkImage({ id, mediaType, data, bytes }: Request, host: Host): Promise<void> {
  const original = fromBase64(data);
  const image = await createImageBitmap(new Blob([original], { type: mediaType }));
  let scale = Math.min(1, Math.sqrt(bytes / original.byteLength));
  for (;;) {
    const width = Math.max(1, Math.round(image.width * scale));
    const smaller = await draw(image, width, Math.max(1, Math.round(image.height * scale)));
    if (smaller.size <= bytes || width <= smallestWidth) {
      host.post({ type: "replaceAttachment", id, mediaType: smaller.type, data: await toBase64(smaller) });
      return;
    }
    scale *= step;
  }
}
