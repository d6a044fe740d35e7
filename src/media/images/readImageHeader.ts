import { disableTypes, imageSize, types } from "image-size";

const known: ReadonlySet<string> = new Set(["bmp", "gif", "heif", "jpg", "png", "webp"]);
// The others are rare, and some have signatures so short that other files match them.
disableTypes(types.filter((type) => !known.has(type)));

export interface ImageHeader {
  /** The usual file extension. */
  format: string;
  width: number;
  height: number;
  /** Of Exif in a JPEG, 1 to 8: how the stored pixels are displayed. */
  orientation?: number;
}

/** undefined: not an image, or truncated before its size. */
export function readImageHeader(bytes: Uint8Array): ImageHeader | undefined {
  try {
    const { type, width, height, orientation } = imageSize(bytes);
    return type === undefined ? undefined : { format: type, width, height, ...(orientation !== undefined && { orientation }) };
  } catch {
    return undefined;
  }
}
