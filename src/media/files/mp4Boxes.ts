/** Reads the boxes of one level of an MP4 file. */
import type { ByteSource } from "./byteSource.ts";

export interface Box {
  type: string;
  from: number;
  /** Offset of its content. */
  content: number;
  to: number;
  /** It has no size, and extends to the end of the file. */
  isOpen: boolean;
}

/** How many boxes of one level are read. */
export const mostBoxes = 65_536;
/** Limit for a header in bytes; the sizes of the frames of a day take 10 MB. */
const largestHeader = 64 * 1024 * 1024;

/** `isWhole`: the boxes fill the range exactly. */
export async function readBoxes(source: ByteSource, start: number, end: number, most: number): Promise<{ boxes: Box[]; isWhole: boolean }> {
  const boxes: Box[] = [];
  let offset = start;
  while (offset + 8 <= end && boxes.length < most) {
    const box = readBox(await source.read(offset, 16), offset, end);
    if (box === undefined || box.to > end) break;
    boxes.push(box);
    offset = box.to;
  }
  return { boxes, isWhole: offset === end };
}

/** The boxes of one level in the first bytes of a file; of the last one, only a part may be there. */
export function boxesIn(bytes: Buffer): { type: string; content: Buffer }[] {
  const boxes: { type: string; content: Buffer }[] = [];
  for (let offset = 0; offset + 8 <= bytes.length && boxes.length < mostBoxes; ) {
    const box = readBox(bytes.subarray(offset, offset + 16), offset, bytes.length);
    if (box === undefined) break;
    boxes.push({ type: box.type, content: bytes.subarray(box.content, box.to) });
    offset = box.to;
  }
  return boxes;
}

/** undefined: no box begins with these bytes. */
function readBox(head: Buffer, from: number, end: number): Box | undefined {
  const small = head.length < 8 ? undefined : head.readUInt32BE(0);
  if (small === undefined || (small === 1 && head.length < 16)) return undefined;
  const content = from + (small === 1 ? 16 : 8);
  const to = small === 0 ? end : from + (small === 1 ? Number(head.readBigUInt64BE(8)) : small);
  return to < content ? undefined : { type: head.toString("latin1", 4, 8), from, content, to, isOpen: small === 0 };
}

/** undefined: the content has more than `most` bytes. */
export async function boxContent(
  source: ByteSource,
  { content, to }: Pick<Box, "content" | "to">,
  most: number,
): Promise<Buffer | undefined> {
  return to < content || to - content > most ? undefined : await source.read(content, to - content);
}

export type BoxRange = Pick<Box, "content" | "to">;

/** The first box of each type on the path. */
export async function findBox(source: ByteSource, parent: BoxRange, ...path: readonly string[]): Promise<BoxRange | undefined> {
  const [type, ...rest] = path;
  if (type === undefined) return parent;
  const { boxes } = await readBoxes(source, parent.content, parent.to, mostBoxes);
  const found = boxes.find((box) => box.type === type);
  return found && findBox(source, found, ...rest);
}

export async function readBoxHeader(source: ByteSource, parent: BoxRange, ...path: readonly string[]): Promise<Buffer | undefined> {
  const box = await findBox(source, parent, ...path);
  return box && (await boxContent(source, box, largestHeader));
}

/** Seconds of a `mvhd` or `mdhd` box; undefined: not stated. */
export function readDuration(header: Buffer): number | undefined {
  if (header.length < 20) return undefined;
  const isLong = header.readUInt8(0) === 1;
  if (isLong && header.length < 32) return undefined;
  // All ones: unknown.
  const ticks = isLong ? header.readBigUInt64BE(24) : header.readUInt32BE(16);
  if (ticks === (isLong ? 0xffff_ffff_ffff_ffffn : 0xffff_ffff)) return undefined;
  return toSeconds(Number(ticks), readTimescale(header));
}

/** Ticks per second of a `mvhd` or `mdhd` box. */
export function readTimescale(header: Buffer): number {
  return header.readUInt32BE(header.readUInt8(0) === 1 ? 20 : 12);
}

export function toSeconds(ticks: number, timescale: number): number | undefined {
  const seconds = ticks / timescale;
  return Number.isFinite(seconds) && seconds > 0 ? seconds : undefined;
}
