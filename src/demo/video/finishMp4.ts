/** Lists the key frames of an MP4 file and removes its creation time. Source: ISO/IEC 14496-12. */

/** Boxes on the path to the sample table. */
const folders = ["moov", "trak", "mdia", "minf", "stbl"];
/** Boxes that begin with a creation and a modification time. */
const dated = ["mvhd", "tkhd", "mdhd"];

function box(type: string, body: Uint8Array): Buffer {
  const head = Buffer.alloc(8);
  head.writeUInt32BE(body.length + 8);
  head.write(type, 4, "latin1");
  return Buffer.concat([head, body]);
}

/** "Sync sample box": without it, a player assumes that every frame is a key frame. */
function keyFrameBox(frames: number, period: number): Buffer {
  const numbers = Array.from({ length: Math.ceil(frames / period) }, (_, index) => 1 + index * period);
  const body = Buffer.alloc(8 + numbers.length * 4);
  body.writeUInt32BE(numbers.length, 4);
  for (const [index, number] of numbers.entries()) body.writeUInt32BE(number, 8 + index * 4);
  return box("stss", body);
}

function rewrite(boxes: Buffer, keyFrames: Buffer): Buffer {
  const parts: Buffer[] = [];
  for (let at = 0; at + 8 <= boxes.length; ) {
    const size = Math.max(8, boxes.readUInt32BE(at));
    const type = boxes.toString("latin1", at + 4, at + 8);
    const body = boxes.subarray(at + 8, at + size);
    if (folders.includes(type)) parts.push(box(type, rewrite(body, keyFrames)));
    else if (dated.includes(type)) parts.push(box(type, Buffer.from(body).fill(0, 4, 12)));
    else parts.push(boxes.subarray(at, at + size));
    if (type === "stts") parts.push(keyFrames);
    at += size;
  }
  return Buffer.concat(parts);
}

/**
 * `period` is the number of frames from one key frame to the next. The index must follow the media data, as our encoder writes it, because
 * its length changes and the frames' offsets must not.
 */
export function finishMp4(file: Uint8Array, frames: number, period: number): Uint8Array {
  return new Uint8Array(rewrite(Buffer.from(file.buffer, file.byteOffset, file.byteLength), keyFrameBox(frames, period)));
}
