/** The size and orientation of a JPEG: also of one with arithmetic coding or fill bytes, as browsers read it. Source: ITU-T T.81, B.1 and B.2.2. */

import type { ImageHeader } from "./imageHeader.ts";
import { readOrientation } from "./orientation.ts";

/** Markers C0 to CF that do not start a frame: tables, and a code that is reserved. */
const noFrames: readonly number[] = [0xc4, 0xc8, 0xcc];

/** The segments before the pixels. The content of the last one may be truncated. */
export function* jpegSegments(bytes: Uint8Array): Generator<{ marker: number; content: Buffer }> {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  for (let at = 2; at + 4 <= file.length && file[at] === 0xff; ) {
    const marker = file[at + 1] ?? 0;
    if (marker === 0xff || marker === 0x01) {
      at += marker === 0xff ? 1 : 2;
      continue;
    }
    // The pixels follow.
    if (marker === 0xda || marker === 0xd9) return;
    const end = at + 2 + file.readUInt16BE(at + 2);
    yield { marker, content: file.subarray(at + 4, end) };
    at = end;
  }
}

/** undefined: truncated before its size. */
export function readJpegHeader(bytes: Uint8Array): ImageHeader | undefined {
  let orientation: number | undefined;
  for (const { marker, content } of jpegSegments(bytes)) {
    if (marker === 0xe1 && content.toString("latin1", 0, 6) === "Exif\0\0") orientation ??= readOrientation(content);
    if (marker >= 0xc0 && marker <= 0xcf && !noFrames.includes(marker)) {
      if (content.length < 5) return undefined;
      const [height, width] = [content.readUInt16BE(1), content.readUInt16BE(3)];
      return { format: "jpg", width, height, ...(orientation !== undefined && { orientation }) };
    }
  }
  return undefined;
}
