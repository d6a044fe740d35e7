/** WAV: XMP in the chunk `_PMX`, Content Credentials in `C2PA`. Source: XMP Specification Part 3, 2.2.4; C2PA 2.2, A.3.4. */
import type { ByteSource } from "../../files/byteSource.ts";
import { chunkEnd, contentOf, readRiff } from "../../files/riff.ts";
import { type Container, decodeUtf8, largestStore, largestText } from "../container.ts";
import { changeRiff, writeChunk } from "./riff.ts";

export async function readWav(source: ByteSource): Promise<Container> {
  const riff = await readRiff(source, "data");
  const head = Buffer.from(await source.read(0, 4));
  const packets = riff.chunks.filter(({ type }) => type === "_PMX");
  const [packetChunk] = packets;
  const packet = packetChunk && (await contentOf(source, packetChunk, largestText));
  const xmp = packet && decodeUtf8(packet);
  const store = riff.chunks.find(({ type }) => type === "C2PA");
  const samples = riff.chunks.find(({ type }) => type === "data");
  return {
    texts: [],
    xmp,
    credentials: store && { store: await contentOf(source, store, largestStore) },
    withXmp(bytes) {
      // A file with sizes of 64 bits has them in another chunk.
      if (head.toString("latin1") !== "RIFF") return undefined;
      if (!riff.isWhole || samples === undefined || packets.length > 1 || (packetChunk !== undefined && xmp === undefined))
        return undefined;
      const chunk = writeChunk("_PMX", bytes);
      if (packetChunk !== undefined) return changeRiff(source, riff, [{ from: packetChunk.from, to: chunkEnd(packetChunk), bytes: chunk }]);
      // Samples of unknown size extend to the end of the file.
      if (riff.isOpen) return changeRiff(source, riff, [{ from: samples.from, to: samples.from, bytes: chunk }]);
      // Append at the end, because some programs read samples from a fixed offset.
      const padding = riff.end % 2 === 0 ? [] : [Buffer.alloc(1)];
      return changeRiff(source, riff, [{ from: riff.end, to: riff.end, bytes: Buffer.concat([...padding, chunk]) }]);
    },
  };
}
