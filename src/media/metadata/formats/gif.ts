/** GIF: comments before the first image. Source: GIF89a, 24 (Comment Extension). */
import type { ByteSource } from "../../files/byteSource.ts";
import { type Container, decodeUtf8, largestText, type MetadataText, mostTexts } from "../container.ts";

const extension = { introducer: 0x21, comment: 0xfe } as const;
/** Header and logical screen descriptor. */
const headBytes = 13;

export async function readGif(source: ByteSource): Promise<Container> {
  const flags = (await source.read(10, 1))[0] ?? 0;
  const hasColours = (flags & 0x80) !== 0;
  const texts: MetadataText[] = [];
  let offset = headBytes + (hasColours ? 3 * 2 ** ((flags & 7) + 1) : 0);
  for (let count = 0; count < mostTexts; count += 1) {
    const [introducer, label] = await source.read(offset, 2);
    if (introducer !== extension.introducer) break;
    const { content, end } = await readBlocks(source, offset + 2);
    if (label === extension.comment) texts.push({ keyword: "Comment", text: decodeUtf8(content) ?? content.toString("latin1") });
    offset = end;
  }
  return { texts, xmp: undefined, credentials: undefined, withXmp: () => undefined };
}

/** Blocks of at most 255 bytes, each after its size, up to an empty one. */
async function readBlocks(source: ByteSource, start: number): Promise<{ content: Buffer; end: number }> {
  const parts: Buffer[] = [];
  let offset = start;
  for (;;) {
    const size = (await source.read(offset, 1))[0] ?? 0;
    if (size === 0 || offset - start > largestText) return { content: Buffer.concat(parts), end: offset + 1 };
    parts.push(Buffer.from(await source.read(offset + 1, size)));
    offset += 1 + size;
  }
}
