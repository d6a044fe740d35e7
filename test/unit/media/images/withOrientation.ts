/** An Exif block with an orientation, from its TIFF header. Source: Exif 2.3, tag 0x112. */
export function exifWithOrientation(orientation: number): Buffer {
  const exif = Buffer.from("4d4d002a00000008000101120003000000010000000000000000", "hex");
  exif.writeUInt16BE(orientation, exif.length - 8);
  return exif;
}

/** The JPEG with an orientation in its Exif. */
export function withOrientation(jpeg: Uint8Array, orientation: number): Uint8Array {
  const exif = Buffer.concat([Buffer.from("Exif\0\0"), exifWithOrientation(orientation)]);
  return Buffer.concat([jpeg.subarray(0, 2), Buffer.from([0xff, 0xe1, 0, exif.length + 2]), exif, jpeg.subarray(2)]);
}
