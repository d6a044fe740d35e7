/** What is wrong with a mask, before it is sent. */
import { fitsImage } from "../../contract/imageSize.ts";
import { readImageHeader } from "./readImageHeader.ts";

export type MaskFault = "unreadable" | "otherSize";

/** `image` and `mask`: data URIs. undefined: nothing, or only an address is known, or the image cannot be read. */
export function findMaskFault(image: string | undefined, mask: string): MaskFault | undefined {
  const [own, its] = [bytesOf(mask), image === undefined ? undefined : bytesOf(image)];
  return own && findFaultOfFiles(its, own);
}

export function findFaultOfFiles(image: Uint8Array | undefined, mask: Uint8Array): MaskFault | undefined {
  const header = readImageHeader(mask);
  if (header === undefined) return "unreadable";
  const size = image && readImageHeader(image);
  return size && !fitsImage(size, header) ? "otherSize" : undefined;
}

function bytesOf(address: string): Uint8Array | undefined {
  const [start, content] = [/^data:[^,]*,/i.exec(address)?.[0], address.slice(address.indexOf(",") + 1)];
  return start === undefined ? undefined : Buffer.from(content, "base64");
}
