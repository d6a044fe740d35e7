/** A picture and how large it may be in; the same picture, with fewer pixels, sent to the host, out. */
import type { ToPanel } from "../../chat/toPanel.ts";
import type { Host } from "./host.ts";
import { toBase64 } from "./toBase64.ts";

type Request = Extract<ToPanel, { type: "shrinkPicture" }>;

const quality = 0.85;
/** Each try has this part of the one before's width and height. */
const step = 0.8;
const smallestWidth = 64;

function fromBase64(data: string): Uint8Array<ArrayBuffer> {
  const binary = atob(data);
  const bytes = new Uint8Array(binary.length);
  for (let index = 0; index < binary.length; index += 1) bytes[index] = binary.charCodeAt(index);
  return bytes;
}

async function draw(picture: ImageBitmap, width: number, height: number): Promise<Blob> {
  const canvas = new OffscreenCanvas(width, height);
  canvas.getContext("2d")?.drawImage(picture, 0, 0, width, height);
  return canvas.convertToBlob({ type: "image/jpeg", quality });
}

export async function shrinkPicture({ id, mediaType, data, bytes }: Request, host: Host): Promise<void> {
  const original = fromBase64(data);
  const picture = await createImageBitmap(new Blob([original], { type: mediaType }));
  let scale = Math.min(1, Math.sqrt(bytes / original.byteLength));
  for (;;) {
    const width = Math.max(1, Math.round(picture.width * scale));
    const smaller = await draw(picture, width, Math.max(1, Math.round(picture.height * scale)));
    if (smaller.size <= bytes || width <= smallestWidth) {
      host.post({ type: "replaceAttachment", id, mediaType: smaller.type, data: await toBase64(smaller) });
      return;
    }
    scale *= step;
  }
}
