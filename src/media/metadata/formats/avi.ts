/**
 * AVI: XMP in the chunk `_PMX`, Content Credentials in `C2PA`, texts in the list `INFO`. Sources: XMP Specification Part 3, 2.2.1; C2PA 2.2,
 * A.3.4; Microsoft, "AVI RIFF File Reference".
 */
import type { ByteSource } from "../../files/byteSource.ts";
import { chunkEnd, contentOf, readRiff } from "../../files/riff.ts";
import { type Container, decodeUtf8, largestStore, largestText } from "../container.ts";
import { changeRiff, writeChunk } from "./riff.ts";
import { readInfos } from "./wav.ts";

export async function readAvi(source: ByteSource): Promise<Container> {
  const riff = await readRiff(source);
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
      // Tables of more than one gigabyte have the places of images in the whole file, which must not move.
      if (!riff.isWhole || riff.end !== source.size || packets.length > 1) return undefined;
      if (packetChunk !== undefined && (xmp === undefined || chunkEnd(packetChunk) !== riff.end)) return undefined;
      const from = packetChunk?.from ?? riff.end;
      const padding = from % 2 === 0 ? [] : [Buffer.alloc(1)];
      return changeRiff(source, riff, [{ from, to: riff.end, bytes: Buffer.concat([...padding, writeChunk("_PMX", bytes)]) }]);
    },
  };
}
