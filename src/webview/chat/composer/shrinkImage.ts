/** Scales an image down to a size limit, or converts it to a format that models read, and sends it to the host. */
import type { ChatPush } from "../../../chat/messages/chatPush.ts";
import { fromBase64 } from "../fromBase64.ts";
import type { Host } from "../host.ts";
import { toBase64 } from "./toBase64.ts";

type Request = Extract<ChatPush, { type: "shrinkImage" }>;

const quality = 0.85;
/** Factor for width and height in each attempt. */
const step = 0.8;
const smallestWidth = 64;
/** Pixels; an image is scaled to this size to find transparent ones. */
const sampleSize = 256;

/** `ground`: the colour behind transparent pixels. */
function draw(image: ImageBitmap, width: number, height: number, ground = "transparent"): OffscreenCanvas {
  const canvas = new OffscreenCanvas(width, height);
  const context = canvas.getContext("2d");
  if (context) context.fillStyle = ground;
  context?.fillRect(0, 0, width, height);
  context?.drawImage(image, 0, 0, width, height);
  return canvas;
}

/** Whether a part of the image is transparent. One that is small in a large image is not seen: it becomes white. */
function isTransparent(image: ImageBitmap): boolean {
  const [width, height] = [Math.min(image.width, sampleSize), Math.min(image.height, sampleSize)];
  const pixels = draw(image, width, height).getContext("2d")?.getImageData(0, 0, width, height).data ?? [];
  return pixels.some((value, index) => index % 4 === 3 && value < 255);
}

/** `bytes`: the size limit. undefined: the browser cannot decode the image. */
async function shrink(original: Blob, bytes: number, isConverted: boolean): Promise<Blob | undefined> {
  const image = await createImageBitmap(original).catch(() => undefined);
  if (image === undefined) return undefined;
  const exact = isConverted ? await draw(image, image.width, image.height).convertToBlob({ type: "image/png" }) : undefined;
  if (exact !== undefined && exact.size <= bytes) return exact;
  const type = isTransparent(image) ? "image/webp" : "image/jpeg";
  for (let scale = isConverted ? 1 : Math.min(1, Math.sqrt(bytes / original.size)); ; scale *= step) {
    const width = Math.max(1, Math.round(image.width * scale));
    const ground = type === "image/jpeg" ? "white" : undefined;
    const smaller = await draw(image, width, Math.max(1, Math.round(image.height * scale)), ground).convertToBlob({ type, quality });
    if (smaller.size <= bytes || width <= smallestWidth) return smaller;
  }
}

export async function shrinkImage({ id, mediaType, data, bytes, isConverted = false }: Request, host: Host): Promise<void> {
  const smaller = await shrink(new Blob([fromBase64(data)], { type: mediaType }), bytes, isConverted);
  if (smaller === undefined) host.call("imageNotConverted", { id });
  else host.call("replaceAttachment", { id, mediaType: smaller.type, data: await toBase64(smaller) });
}
