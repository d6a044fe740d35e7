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

/** `isWhole`: the boxes fill the range exactly. */
export async function readBoxes(source: ByteSource, start: number, end: number, most: number): Promise<{ boxes: Box[]; isWhole: boolean }> {
  const boxes: Box[] = [];
  let offset = start;
  while (offset + 8 <= end && boxes.length < most) {
    const head = await source.read(offset, 16);
    if (head.length < 8) break;
    const small = head.readUInt32BE(0);
    if (small === 1 && head.length < 16) break;
    const content = offset + (small === 1 ? 16 : 8);
    const to = small === 0 ? end : small === 1 ? offset + Number(head.readBigUInt64BE(8)) : offset + small;
    if (to < content || to > end) break;
    boxes.push({ type: head.toString("latin1", 4, 8), from: offset, content, to, isOpen: small === 0 });
    offset = to;
  }
  return { boxes, isWhole: offset === end };
}

/** undefined: the content has more than `most` bytes. */
export async function contentOf(
  source: ByteSource,
  { content, to }: Pick<Box, "content" | "to">,
  most: number,
): Promise<Buffer | undefined> {
  return to < content || to - content > most ? undefined : await source.read(content, to - content);
}
