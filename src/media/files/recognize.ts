/** Recognizes the format of a file of any size by its first bytes, and by those behind a tag. */
import { type FileFormat, findFormat } from "../../contract/fileFormats.ts";
import { endOfId3 } from "../../contract/formatOfBytes.ts";
import type { ByteSource } from "./byteSource.ts";

/** WebM names its codecs in this many bytes. */
const headBytes = 4096;
/** A file can have several tags. */
const mostTags = 8;

/** See `findFormat`. */
export async function recognize(source: ByteSource, declared?: string): Promise<FileFormat | undefined> {
  const head = Buffer.from(await source.read(0, headBytes));
  return findFormat(await withoutTagContent(source, head), declared);
}

/** The head of a tag with a size of 0, and what follows the tag, so that its content need not be read. */
async function withoutTagContent(source: ByteSource, head: Buffer): Promise<Buffer> {
  let end = 0;
  let next = head;
  for (let count = 0; count < mostTags && endOfId3(next) > 0 && end < source.size; count += 1) {
    end += endOfId3(next);
    next = Buffer.from(await source.read(end, headBytes));
  }
  return end === 0 ? head : Buffer.concat([Buffer.from("ID3\x03\0\0\0\0\0\0", "latin1"), next]);
}
