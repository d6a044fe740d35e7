/** Reads and writes the chunks of a RIFF file that say how it was made, for AVI, WAV and WebP. */
import type { ByteSource } from "../../files/byteSource.ts";
import type { ByteChange, Piece } from "../../files/pieces.ts";
import { contentOf, type Riff, type RiffChunk } from "../../files/riff.ts";
import { type Container, decodeUtf8, largestStore, largestText, type MetadataText, mostTexts, withoutZeros } from "../container.ts";

const largestSize = 0xffff_fffe;

interface RiffMetadata extends Pick<Container, "xmp" | "credentials"> {
  /** The chunk of the XMP packet. */
  packet: RiffChunk | undefined;
  /** There is none, or it can be read and replaced. */
  canWriteXmp: boolean;
}

/** `xmpType`: of the chunk for XMP. */
export async function readRiffMetadata(source: ByteSource, chunks: readonly RiffChunk[], xmpType: "_PMX" | "XMP "): Promise<RiffMetadata> {
  const packets = chunks.filter(({ type }) => type === xmpType);
  const [packet] = packets;
  const content = packet && (await contentOf(source, packet, largestText));
  const xmp = content && decodeUtf8(content);
  const store = chunks.find(({ type }) => type === "C2PA");
  return {
    xmp,
    credentials: store && { store: await contentOf(source, store, largestStore) },
    packet,
    canWriteXmp: packet === undefined || (packets.length === 1 && xmp !== undefined),
  };
}

/** Texts of the list `INFO`, such as `ICMT`. Source: Multimedia Programming Interface and Data Specifications 1.0, "INFO List Chunk". */
export async function readInfos(source: ByteSource, chunks: readonly RiffChunk[]): Promise<MetadataText[]> {
  const texts: MetadataText[] = [];
  for (const chunk of chunks.filter(({ type }) => type === "LIST")) {
    const list = await contentOf(source, chunk, largestText);
    if (list?.toString("latin1", 0, 4) !== "INFO") continue;
    for (let at = 4; at + 8 <= list.length && texts.length < mostTexts; ) {
      const size = list.readUInt32LE(at + 4);
      const bytes = list.subarray(at + 8, at + 8 + size);
      texts.push({ keyword: list.toString("latin1", at, at + 4), text: withoutZeros(decodeUtf8(bytes) ?? bytes.toString("latin1")) });
      at += 8 + size + (size % 2);
    }
  }
  return texts;
}

/**
 * The file with replaced chunks. `changes`: in file order. undefined: the file would exceed the
 * format's maximum size.
 */
export function changeRiff(source: ByteSource, riff: Pick<Riff, "end">, changes: readonly ByteChange[]): Piece[] | undefined {
  const pieces: Piece[] = [];
  let offset = 8;
  let size = riff.end - 8;
  for (const { from, to, bytes } of changes) {
    pieces.push({ from: offset, to: from }, bytes);
    offset = to;
    size += bytes.length - (to - from);
  }
  if (size > largestSize) return undefined;
  const head = Buffer.alloc(4);
  head.writeUInt32LE(size);
  return [{ from: 0, to: 4 }, head, ...pieces, { from: offset, to: source.size }];
}
