/** Images of 96 × 48 pixels, of which the demo only reads the header. */

function dataUris(mediaType: string, head: string): readonly string[] {
  const base64 = Buffer.from(head.padEnd(64, "\0"), "latin1").toString("base64");
  // The second one is declared as another type: the bytes decide.
  return [`data:${mediaType};base64,${base64}`, `data:image/png;base64,${base64}`];
}

/** Media type, and data URIs of the same image. */
export const undecodedImages = [
  ["image/gif", dataUris("image/gif", "GIF89a\x60\0\x30\0")],
  ["image/webp", dataUris("image/webp", "RIFF\x38\0\0\0WEBPVP8X\0\0\0\0\0\0\0\0\x5f\0\0\x2f\0\0")],
  ["image/bmp", dataUris("image/bmp", "BM\x40\0\0\0\0\0\0\0\x36\0\0\0\x28\0\0\0\x60\0\0\0\x30\0\0\0")],
] as const;
