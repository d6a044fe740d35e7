/** Whether the bytes of a result are a file of the requested kind, and what they say otherwise. */
import { findFormat } from "../contract/fileFormats.ts";
import { kindTable, type MediaKind } from "../contract/kind.ts";
import { isSvg } from "../contract/svg.ts";
import { readErrorReason } from "./errorReason.ts";
import { EngineError } from "./providerError.ts";

/** The first bytes of image formats that nothing here reads, but that a provider may generate: TIFF, JPEG XL, JPEG 2000, icons, PSD, QOI. */
const otherImages = ["II*\0", "MM\0*", "\xff\x0a", "\0\0\0\x0cJXL ", "\0\0\0\x0cjP  ", "\0\0\x01\0", "\0\0\x02\0", "8BPS", "qoif"];

const headLength = 64 * 1024;

/** @throws EngineError with the reason: the file is empty, a web page, an error in JSON, or for an image, nothing that is known. */
export function checkMedia(kind: MediaKind, bytes: Uint8Array): void {
  const isImage = kindTable[kind].shownAs === "image";
  if (bytes.byteLength === 0) throw new EngineError("its file is empty.");
  const head = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.byteLength, headLength));
  const format = findFormat(head);
  if (format !== undefined) {
    if (isImage && !format.mediaType.startsWith("image/")) throw new EngineError(`it sent ${format.mediaType} instead of an image.`);
    return;
  }
  if (isImage && isImageFile(head)) return;
  const text = readText(head);
  if (text !== undefined) throw new EngineError(`it sent a text instead of a file: ${readErrorReason(text).message.slice(0, 500)}`);
  if (isImage) throw new EngineError("its file is not an image.");
}

/** Whether bytes begin like a file of any known format, or like an image of another one that a provider may generate. */
export function isImageFile(bytes: Buffer): boolean {
  const head = bytes.subarray(0, headLength);
  const start = head.toString("latin1", 0, 16);
  return findFormat(head) !== undefined || otherImages.some((signature) => start.startsWith(signature)) || isSvg(readText(head) ?? "");
}

/** undefined: the bytes are not text. A character that is cut off at the end of the head is not an error. */
function readText(head: Uint8Array): string | undefined {
  if (head.some((byte) => byte < 0x20 && byte !== 0x09 && byte !== 0x0a && byte !== 0x0d && byte !== 0x0c)) return undefined;
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(head, { stream: true });
  } catch {
    return undefined;
  }
}
