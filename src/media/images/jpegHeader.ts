/** The size and orientation of a JPEG: also of one with arithmetic coding or fill bytes, as browsers read it. Source: ITU-T T.81, B.1 and B.2.2. */

import type { ImageHeader } from "./imageHeader.ts";
import { readOrientation } from "./orientation.ts";

/** Markers C0 to CF that do not start a frame: tables, and a code that is reserved. */
const noFrames: readonly number[] = [0xc4, 0xc8, 0xcc];

/** undefined: truncated before its size. */
export function readJpegHeader(bytes: Uint8Array): ImageHeader | undefined {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  let orientation: number | undefined;
  for (let at = 2; at + 4 <= file.length && file[at] === 0xff; ) {
    const marker = file[at + 1] ?? 0;
    if (marker === 0xff || marker === 0x01) {
      at += marker === 0xff ? 1 : 2;
      continue;
    }
    // The pixels follow.
    if (marker === 0xda || marker === 0xd9) return undefined;
    const length = file.readUInt16BE(at + 2);
    if (marker === 0xe1 && file.toString("latin1", at + 4, at + 10) === "Exif\0\0") {
      orientation ??= readOrientation(file.subarray(at + 4, at + 2 + length));
    }
    if (marker >= 0xc0 && marker <= 0xcf && !noFrames.includes(marker)) {
      if (at + 9 > file.length) return undefined;
      const [height, width] = [file.readUInt16BE(at + 5), file.readUInt16BE(at + 7)];
      return { format: "jpg", width, height, ...(orientation !== undefined && { orientation }) };
    }
    at += 2 + length;
  }
  return undefined;
}
