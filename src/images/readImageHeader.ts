import { imageSize } from "image-size";

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
