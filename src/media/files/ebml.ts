/** Reads the elements of a WebM or Matroska file. Source: RFC 8794. */
import type { ByteSource } from "./byteSource.ts";

export interface Element {
  id: number;
  from: number;
  /** Offset of its content. */
  content: number;
  to: number;
  /** It has no size, and extends to the next element of its level. */
  isOpen: boolean;
  /** The file ends before the element does. */
  isCut: boolean;
}

/** How many elements are read. */
const mostElements = 1_000_000;

/**
 * One after another, those within `parents`, and within elements without a size, after them: the end of these is not known. Ends where the
 * bytes are no element.
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
    yield { id, from: at, content, to: end, isOpen: size === undefined, isCut: size !== undefined && content + size > to };
    at = parents.includes(id) || size === undefined ? content : end;
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

/** An element with a size of as few bytes as possible, or of `sizeBytes`. */
export function writeElement(id: number, content: Uint8Array, sizeBytes?: number): Buffer {
  return Buffer.concat([writeHead(id, content.length, sizeBytes), content]);
}

export function writeHead(id: number, size: number, sizeBytes = bytesOfSize(size)): Buffer {
  const length = Buffer.alloc(8);
  length.writeBigUInt64BE(BigInt(size) | (1n << BigInt(7 * sizeBytes)));
  return Buffer.concat([writeUnsigned(id), length.subarray(8 - sizeBytes)]);
}

/** All ones would be unknown. */
export function bytesOfSize(size: number): number {
  let bytes = 1;
  while (size >= 2 ** (7 * bytes) - 1) bytes += 1;
  return bytes;
}

/** As few bytes as possible, at least one. */
export function writeUnsigned(value: number): Buffer {
  const bytes = Buffer.alloc(8);
  bytes.writeBigUInt64BE(BigInt(value));
  const first = bytes.findIndex((byte) => byte !== 0);
  return bytes.subarray(first < 0 ? 7 : first);
}

/** An element without meaning, of these many bytes in all, at least two. */
export function writeVoid(bytes: number): Buffer {
  const sizeBytes = bytes < 10 ? 1 : 8;
  return writeElement(0xec, Buffer.alloc(bytes - 1 - sizeBytes), sizeBytes);
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
