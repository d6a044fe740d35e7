/**
 * AIFF: XMP in an ID3 tag in the chunk `ID3 `, which players read, as in MP3. Adobe's programs write it in the chunk `APPL` of the type `XMP `.
 * Source: AIFF 1.3; XMP Specification Part 3, 2.3.3 (MP3).
 */
import { readAiff as readChunks } from "../../files/aiff.ts";
import { type ByteSource, sourceOfBytes } from "../../files/byteSource.ts";
import type { Piece } from "../../files/pieces.ts";
import { chunkEnd, contentOf } from "../../files/riff.ts";
import { type Container, decodeUtf8, largestText } from "../container.ts";
import { readId3, writeId3 } from "./id3.ts";

const applicationType = "XMP ";
const largestFile = 0xffff_fffe;

export async function readAiffContainer(source: ByteSource): Promise<Container> {
  const { chunks, end, isWhole, hasTrueSizes } = await readChunks(source);
  const applications = chunks.filter(({ type }) => type === "APPL");
  const packets = await Promise.all(applications.map((chunk) => contentOf(source, chunk, largestText)));
  const packet = packets.find((content) => content?.toString("latin1", 0, 4) === applicationType)?.subarray(4);
  const tagChunk = chunks.find(({ type }) => type === "ID3 ");
  const tagBytes = tagChunk && (await contentOf(source, tagChunk, largestText));
  const tag = tagBytes && (await readId3(sourceOfBytes(tagBytes)));
  return {
    texts: tag?.texts ?? [],
    xmp: packet === undefined ? tag?.xmp : decodeUtf8(packet),
    credentials: tag?.credentials,
    withXmp(bytes) {
      if (!isWhole || !hasTrueSizes || packet !== undefined || (tagChunk !== undefined && tag === undefined)) return undefined;
      const content = tagBytes === undefined ? writeId3(bytes) : joined(tagBytes, tag?.withXmp(bytes));
      if (content === undefined) return undefined;
      const { from, to } = tagChunk === undefined ? { from: end, to: end } : { from: tagChunk.from, to: chunkEnd(tagChunk) };
      const added = Buffer.concat([Buffer.alloc(from % 2), writeChunk(content)]);
      const size = end - 8 + added.length - (to - from);
      if (size > largestFile) return undefined;
      const head = Buffer.alloc(4);
      head.writeUInt32BE(size);
      return [{ from: 0, to: 4 }, head, { from: 8, to: from }, added, { from: to, to: source.size }];
    },
  };
}

function joined(bytes: Buffer, pieces: readonly Piece[] | undefined): Buffer | undefined {
  return pieces && Buffer.concat(pieces.map((piece) => (piece instanceof Uint8Array ? piece : bytes.subarray(piece.from, piece.to))));
}

function writeChunk(content: Uint8Array): Buffer {
  const head = Buffer.alloc(8);
  head.write("ID3 ", "latin1");
  head.writeUInt32BE(content.length, 4);
  return Buffer.concat([head, content, Buffer.alloc(content.length % 2)]);
}
