/**
 * AVI: XMP in the chunk `_PMX`, Content Credentials in `C2PA`, texts in the list `INFO`. Sources: XMP Specification Part 3, 2.2.1; C2PA 2.2,
 * A.3.4; Microsoft, "AVI RIFF File Reference".
 */
import type { ByteSource } from "../../files/byteSource.ts";
import { chunkEnd, readRiff, writeRiffChunk } from "../../files/riff.ts";
import type { Container } from "../container.ts";
import { changeRiff, readInfos, readRiffMetadata } from "./riff.ts";

export async function readAvi(source: ByteSource): Promise<Container> {
  const riff = await readRiff(source);
  const { packet, canWriteXmp, ...metadata } = await readRiffMetadata(source, riff.chunks, "_PMX");
  return {
    ...metadata,
    texts: await readInfos(source, riff.chunks),
    withXmp(bytes) {
      // Only the end of the file may change: indexes of large files (OpenDML) have offsets from its start.
      if (!canWriteXmp || !riff.isWhole || riff.end !== source.size) return undefined;
      if (packet !== undefined && chunkEnd(packet) !== riff.end) return undefined;
      const from = packet?.from ?? riff.end;
      const padding = from % 2 === 0 ? [] : [Buffer.alloc(1)];
      return changeRiff(source, riff, [{ from, to: riff.end, bytes: Buffer.concat([...padding, writeRiffChunk("_PMX", bytes)]) }]);
    },
  };
}
