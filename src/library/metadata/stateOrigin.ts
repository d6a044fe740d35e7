/** States in a generated file how it was made, and changes neither its samples nor its other metadata. */
import { createHash, type Hash } from "node:crypto";
import { open, rename, rm } from "node:fs/promises";
import { type ByteSource, openFileSource, sourceOfBytes } from "../../mediaFiles/byteSource.ts";
import { largestText, type Piece } from "./container.ts";
import { findContainer } from "./findContainer.ts";
import { property } from "./xmp/namespaces.ts";
import { readXmp } from "./xmp/readXmp.ts";
import { writeXmp, type XmpProperties } from "./xmp/writeXmp.ts";

export interface StatedOrigin {
  model: string;
  /** Made by a program without a trained model. */
  isProcedural: boolean;
  /** Only where the user wants it in the file: prompts are private. */
  embedded?: { prompt: string; kind: string; request?: object } | undefined;
}

export interface StatedFile {
  /** Bytes. */
  size: number;
  /** Hexadecimal. */
  sha256: string;
}

/** What this program calls itself. */
export const tool = "Generation Studio";
/** Source: IPTC NewsCodes, Digital Source Type. */
const sourceTypes = "http://cv.iptc.org/newscodes/digitalsourcetype/";
const blockBytes = 256 * 1024;

/**
 * Changes a file that nobody else knows yet: what is added behind everything is added to it, anything else is written beside it and renamed.
 * @param resumeHash what is known of the file's SHA-256; without it, the file is read as a whole.
 * @returns undefined where the file stays as it is: it has Content Credentials, states its origin already, is damaged or of another format.
 * @throws the file system's error; the file is as it was then.
 */
export async function stateOriginInFile(path: string, stated: StatedOrigin, resumeHash?: () => Hash): Promise<StatedFile | undefined> {
  const temporary = `${path}.stated`;
  let written: StatedFile;
  try {
    const source = await openFileSource(path);
    try {
      const pieces = await planChange(source, stated);
      if (pieces === undefined) return undefined;
      const added = bytesBehind(pieces, source.size);
      if (added !== undefined && resumeHash !== undefined) return await append(path, source.size, added, resumeHash());
      written = await writePieces(temporary, source, pieces);
    } finally {
      await source.close();
    }
    await rename(temporary, path);
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  }
  return written;
}

/** undefined: the change is not only at the end. */
function bytesBehind(pieces: readonly Piece[], size: number): Buffer | undefined {
  const [first, ...rest] = pieces.filter((piece) => piece instanceof Uint8Array || piece.to > piece.from);
  if (first === undefined || first instanceof Uint8Array || first.from !== 0 || first.to !== size) return undefined;
  const added = rest.filter((piece) => piece instanceof Uint8Array);
  return added.length === rest.length ? Buffer.concat(added) : undefined;
}

/** The same for what is in memory. Never rejects; returns the same bytes where nothing is to be stated. */
export async function stateOriginInBytes(bytes: Uint8Array, stated: StatedOrigin): Promise<Uint8Array> {
  const pieces = await planChange(sourceOfBytes(bytes), stated).catch(() => undefined);
  if (pieces === undefined) return bytes;
  return Buffer.concat(pieces.map((piece) => (piece instanceof Uint8Array ? piece : bytes.subarray(piece.from, piece.to))));
}

async function planChange(source: ByteSource, { embedded, ...stated }: StatedOrigin): Promise<Piece[] | undefined> {
  const container = await findContainer(source);
  if (container === undefined || container.credentials !== undefined) return undefined;
  // Content Credentials may be elsewhere, and hold for these very bytes.
  if (container.xmp !== undefined && readXmp(container.xmp).properties.has(property.provenance)) return undefined;
  // A format may have no room for a long prompt.
  for (const one of embedded === undefined ? [stated] : [{ ...stated, embedded }, stated]) {
    const packet = writeXmp(container.xmp, propertiesOf(one));
    const pieces = packet && packet.length <= largestText ? container.withXmp(packet) : undefined;
    if (pieces !== undefined) return pieces;
  }
  return undefined;
}

function propertiesOf({ model, isProcedural, embedded }: StatedOrigin): XmpProperties {
  return {
    [property.creatorTool]: tool,
    [property.digitalSourceType]: `${sourceTypes}${isProcedural ? "algorithmicMedia" : "trainedAlgorithmicMedia"}`,
    ...(isProcedural ? {} : { [property.aiSystem]: model }),
    [property.ownModel]: model,
    ...(embedded && {
      [property.aiPrompt]: embedded.prompt,
      [property.ownKind]: embedded.kind,
      ...(embedded.request && { [property.ownRequest]: JSON.stringify(embedded.request) }),
    }),
  };
}

async function append(path: string, size: number, bytes: Uint8Array, hash: Hash): Promise<StatedFile> {
  const file = await open(path, "r+");
  try {
    await writeAll(file, bytes, size);
  } catch (error) {
    await file.truncate(size);
    throw error;
  } finally {
    await file.close();
  }
  return { size: size + bytes.length, sha256: hash.update(bytes).digest("hex") };
}

async function writePieces(path: string, source: ByteSource, pieces: readonly Piece[]): Promise<StatedFile> {
  const hash = createHash("sha256");
  let size = 0;
  const file = await open(path, "w");
  try {
    for await (const bytes of readPieces(source, pieces)) {
      hash.update(bytes);
      await writeAll(file, bytes, size);
      size += bytes.length;
    }
  } finally {
    await file.close();
  }
  return { size, sha256: hash.digest("hex") };
}

async function* readPieces(source: ByteSource, pieces: readonly Piece[]): AsyncGenerator<Uint8Array> {
  for (const piece of pieces) {
    if (piece instanceof Uint8Array) {
      yield piece;
      continue;
    }
    for (let offset = piece.from; offset < piece.to; offset += blockBytes) {
      const length = Math.min(blockBytes, piece.to - offset);
      const bytes = await source.read(offset, length);
      if (bytes.length < length) throw new Error("The file became shorter while it was read.");
      yield bytes;
    }
  }
}

async function writeAll(file: Awaited<ReturnType<typeof open>>, bytes: Uint8Array, position: number): Promise<void> {
  for (let written = 0; written < bytes.length; ) {
    const { bytesWritten } = await file.write(bytes, written, bytes.length - written, position + written);
    written += bytesWritten;
  }
}
