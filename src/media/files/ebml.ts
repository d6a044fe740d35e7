/** Reads the elements of a WebM or Matroska file. Source: RFC 8794. */
import type { ByteSource } from "./byteSource.ts";

export interface Element {
  id: number;
  /** Offset of its content. */
  content: number;
  to: number;
}

/** How many elements are read. */
const mostElements = 1_000_000;

/**
 * One after another, those within `parents` after them: parents of live files have no size, so their end is not known. Ends where the bytes
 * are no element.
 */
export async function* readElements(
  source: ByteSource,
  from: number,
  to: number,
  parents: readonly number[] = [],
): AsyncGenerator<Element> {
  let at = from;
  for (let count = 0; at < to && count < mostElements; count += 1) {
    const head = await source.read(at, 12);
    const idLength = lengthOf(head[0]);
    const sizeLength = lengthOf(head[idLength]);
    if (idLength > 4 || sizeLength > 8 || head.length < idLength + sizeLength) return;
    const content = at + idLength + sizeLength;
    const size = readSize(head.subarray(idLength, idLength + sizeLength));
    // A file that is cut ends within its last element.
    const end = size === undefined ? to : Math.min(to, content + size);
    const id = head.readUIntBE(0, idLength);
    yield { id, content, to: end };
    at = parents.includes(id) ? content : end;
  }
}

/** The length of a number whose first byte this is; 9: none. */
function lengthOf(first: number | undefined): number {
  return first ? Math.clz32(first) - 23 : 9;
}

/** undefined: all ones, which is unknown. */
function readSize(bytes: Buffer): number | undefined {
  let value = (bytes[0] ?? 0) & (0xff >>> bytes.length);
  let isUnknown = value === 0xff >>> bytes.length;
  for (const byte of bytes.subarray(1)) {
    value = value * 256 + byte;
    isUnknown &&= byte === 0xff;
  }
  return isUnknown ? undefined : value;
}

/** The bytes of a number in an element's content, which follow a length of one to eight bytes. */
export function skipNumber(bytes: Buffer): Buffer {
  return bytes.subarray(lengthOf(bytes[0]));
}

export async function readUnsigned(source: ByteSource, { content, to }: Element): Promise<number> {
  const bytes = await source.read(content, Math.min(8, to - content));
  return bytes.reduce((sum, byte) => sum * 256 + byte, 0);
}

export async function readFloat(source: ByteSource, { content, to }: Element): Promise<number> {
  const bytes = await source.read(content, Math.min(8, to - content));
  return bytes.length === 8 ? bytes.readDoubleBE(0) : bytes.length === 4 ? bytes.readFloatBE(0) : 0;
}
