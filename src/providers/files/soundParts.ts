/** Joins the parts in which a sound was sent, on the disk: it may be much larger than what is held in memory. */
import type { ByteSource } from "../../media/files/byteSource.ts";
import { type Piece, readPieces } from "../../media/files/pieces.ts";
import { type AnsweredFile, sourceOf } from "../fileContent.ts";
import { findAnswered } from "./answeredFiles.ts";
import { encodingOf, type TextEncoding } from "./base64Decoder.ts";
import { readInline } from "./readContent.ts";
import { FileKeeper, type FileTarget } from "./stringFiles.ts";

const shortHex = /^[\da-f]{12,64}$/;

/** Whether a part, which is no name of a file, consists of hexadecimal digits. It may be too short to show that alone. */
export const isHexPart = (part: string) => encodingOf(part) === "hex" || (part.length % 2 === 0 && shortHex.test(part));

/** `parts`: texts for `readContent`, or names of files. */
export async function joinParts(parts: AsyncIterable<string>, encoding: TextEncoding, target: FileTarget): Promise<AnsweredFile> {
  const joined = new FileKeeper(target);
  let last: Uint8Array | AnsweredFile = Buffer.alloc(0);
  for await (const part of parts) {
    await addTo(joined, last);
    const inline = encoding === "hex" ? Buffer.from(part, "hex") : readInline(part)?.bytes;
    last = findAnswered(target.files, part) ?? inline ?? Buffer.alloc(0);
  }
  // MiniMax's last event has the whole sound again.
  if (!(await isSameSound(joined.file.content, sourceOf("content" in last ? last.content : last)))) await addTo(joined, last);
  return joined.file;
}

async function addTo(joined: FileKeeper, part: Uint8Array | AnsweredFile): Promise<void> {
  if (!("content" in part)) return joined.add(part);
  for await (const bytes of readPieces(sourceOf(part.content), [whole(sourceOf(part.content))])) await joined.add(bytes);
}

const whole = ({ size }: ByteSource): Piece => ({ from: 0, to: size });

/** Of parts that are silent, each is the same as the one before it. */
async function isSameSound(one: ByteSource, other: ByteSource): Promise<boolean> {
  if (one.size !== other.size) return false;
  let offset = 0;
  let isSilent = true;
  for await (const bytes of readPieces(one, [whole(one)])) {
    if (!(await other.read(offset, bytes.byteLength)).equals(bytes)) return false;
    offset += bytes.byteLength;
    isSilent &&= bytes.every((byte) => byte === bytes[0]);
  }
  return !isSilent;
}
