/** WAV: XMP in the chunk `_PMX`, Content Credentials in `C2PA`. Source: XMP Specification Part 3, 2.2.4; C2PA 2.2, A.3.4. */
import type { ByteSource } from "../../files/byteSource.ts";
import type { ByteChange, Piece } from "../../files/pieces.ts";
import { chunkEnd, writeRiffChunk } from "../../files/riff.ts";
import { readWav as readWavChunks, type Wav } from "../../files/wav.ts";
import type { Container } from "../container.ts";
import { changeRiff, readInfos, readRiffMetadata } from "./riff.ts";

export async function readWavContainer(source: ByteSource): Promise<Container> {
  const riff = await readWavChunks(source);
  const { packet, canWriteXmp, ...metadata } = await readRiffMetadata(source, riff.chunks, "_PMX");
  return {
    ...metadata,
    texts: await readInfos(source, riff.chunks),
    withXmp(bytes) {
      // The samples' size must be true, so that what follows is not played.
      if (!canWriteXmp || !riff.hasTrueSizes || !riff.isWhole || riff.samples === undefined) return undefined;
      const chunk = writeRiffChunk("_PMX", bytes);
      if (packet !== undefined) return changeWav(source, riff, { from: packet.from, to: chunkEnd(packet), bytes: chunk });
      // Append at the end, because some programs read samples from a fixed offset.
      const padding = riff.end % 2 === 0 ? [] : [Buffer.alloc(1)];
      return changeWav(source, riff, { from: riff.end, to: riff.end, bytes: Buffer.concat([...padding, chunk]) });
    },
  };
}

function changeWav(source: ByteSource, wav: Wav, change: ByteChange): Piece[] | undefined {
  if (!wav.isLong) return changeRiff(source, wav, [change]);
  if (wav.longSizes === undefined) return undefined;
  const size = Buffer.alloc(8);
  size.writeBigUInt64LE(BigInt(wav.end - 8 + change.bytes.length - (change.to - change.from)));
  const start = wav.longSizes.from + 8;
  return [{ from: 0, to: start }, size, { from: start + size.length, to: change.from }, change.bytes, { from: change.to, to: source.size }];
}
