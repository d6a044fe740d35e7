/** Pixels of an image: RGBA rows from the top, 8 bits a value. */
export interface Raster {
  width: number;
  height: number;
  data: Uint8Array;
  /** The ICC profile of its colours. Absent: sRGB. */
  profile?: Uint8Array;
}
