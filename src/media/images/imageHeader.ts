/** What the first bytes of an image say about its pixels. */
export interface ImageHeader {
  /** The usual file extension. */
  format: string;
  /** Of the stored pixels. */
  width: number;
  height: number;
  /** As in Exif, 1 to 8: how browsers display the stored pixels. They ignore Exif in WebP, AVIF and HEIF. */
  orientation?: number;
}
