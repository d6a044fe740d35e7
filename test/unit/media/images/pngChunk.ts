/** Chunks of PNG files. Source: PNG (Third Edition), 5.3. */
import { crc32 } from "node:zlib";

export function pngChunk(type: string, content: Uint8Array): Buffer {
  const body = Buffer.concat([Buffer.from(type, "latin1"), content]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(content.length);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, sum]);
}

/** The PNG with a chunk before the first one of a type. */
export function insertChunk(png: Uint8Array, before: string, chunk: Uint8Array): Buffer {
  const file = Buffer.from(png);
  const at = file.indexOf(before, 8, "latin1") - 4;
  return Buffer.concat([file.subarray(0, at), chunk, file.subarray(at)]);
}
