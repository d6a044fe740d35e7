/** The size and ratio of an image, and whether a mask fits it. */

/** Sides in pixels that are announced for an engine that takes any size. Its models are trained for much smaller ones. */
export const anySide = { minimum: 16, maximum: 16_384 };

export interface ImageSize {
  /** Of the stored pixels. */
  width: number;
  height: number;
  /** Of Exif, 1 to 8: how the stored pixels are displayed. */
  orientation?: number | undefined;
}

/** Source: TIFF 6.0, "Orientation": from 5 on, rows are displayed as columns. */
export function displayedSize({ width, height, orientation = 1 }: ImageSize): { width: number; height: number } {
  return orientation >= 5 ? { width: height, height: width } : { width, height };
}

/** Whether a mask, as it is displayed, has the size of the image, as it is displayed or stored. */
export function fitsImage(image: ImageSize, mask: ImageSize): boolean {
  const own = displayedSize(mask);
  const isEqual = ({ width, height }: ImageSize) => width === own.width && height === own.height;
  return isEqual(displayedSize(image)) || isEqual(image);
}

/** Width over height of a ratio written as `16:9`; undefined for anything else. */
export function ratioOf(text: string): number | undefined {
  const match = /^(\d{1,3}):(\d{1,3})$/.exec(text.trim());
  const [width, height] = [Number(match?.[1]), Number(match?.[2])];
  return width > 0 && height > 0 ? width / height : undefined;
}
