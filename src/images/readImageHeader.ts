import { disableTypes, imageSize, types } from "image-size";

const known: ReadonlySet<string> = new Set(["bmp", "gif", "heif", "jpg", "png", "webp"]);
// The others are rare, and some are recognised by so little that other files look like them.
disableTypes(types.filter((type) => !known.has(type)));

export interface ImageHeader {
  /** The usual extension of its name. */
  format: string;
  width: number;
  height: number;
}

/** undefined: not an image, or one that is cut off before its size. */
export function readImageHeader(bytes: Uint8Array): ImageHeader | undefined {
  try {
    const { type, width, height } = imageSize(bytes);
    return type === undefined ? undefined : { format: type, width, height };
  } catch {
    return undefined;
  }
}
