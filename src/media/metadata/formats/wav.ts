/** WAV: XMP in the chunk `_PMX`, Content Credentials in `C2PA`. Source: XMP Specification Part 3, 2.2.4; C2PA 2.2, A.3.4. */
import type { ByteSource } from "../../files/byteSource.ts";
import type { ByteChange, Piece } from "../../files/pieces.ts";
import { chunkEnd, contentOf, type RiffChunk } from "../../files/riff.ts";
import { readWav as readWavChunks, type Wav } from "../../files/wav.ts";
import { type Container, decodeUtf8, largestStore, largestText, type MetadataText, mostTexts, withoutZeros } from "../container.ts";
import { changeRiff, writeChunk } from "./riff.ts";

export async function readWavContainer(source: ByteSource): Promise<Container> {
  const riff = await readWavChunks(source);
  const packets = riff.chunks.filter(({ type }) => type === "_PMX");
  const [packetChunk] = packets;
  const packet = packetChunk && (await contentOf(source, packetChunk, largestText));
  const xmp = packet && decodeUtf8(packet);
  const store = riff.chunks.find(({ type }) => type === "C2PA");
  return {
    texts: await readInfos(source, riff.chunks),
    xmp,
    credentials: store && { store: await contentOf(source, store, largestStore) },
    withXmp(bytes) {
      // The samples' size must be true, so that what follows is not played.
      if (!riff.hasTrueSizes || !riff.isWhole || riff.samples === undefined) return undefined;
      if (packets.length > 1 || (packetChunk !== undefined && xmp === undefined)) return undefined;
      const chunk = writeChunk("_PMX", bytes);
      if (packetChunk !== undefined) return changeWav(source, riff, { from: packetChunk.from, to: chunkEnd(packetChunk), bytes: chunk });
      // Append at the end, because some programs read samples from a fixed offset.
      const padding = riff.end % 2 === 0 ? [] : [Buffer.alloc(1)];
      return changeWav(source, riff, { from: riff.end, to: riff.end, bytes: Buffer.concat([...padding, chunk]) });
    },
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

function changeWav(source: ByteSource, wav: Wav, change: ByteChange): Piece[] | undefined {
  if (!wav.isLong) return changeRiff(source, wav, [change]);
  if (wav.longSizes === undefined) return undefined;
  const size = Buffer.alloc(8);
  size.writeBigUInt64LE(BigInt(wav.end - 8 + change.bytes.length - (change.to - change.from)));
  const start = wav.longSizes.from + 8;
  return [{ from: 0, to: start }, size, { from: start + size.length, to: change.from }, change.bytes, { from: change.to, to: source.size }];
}
