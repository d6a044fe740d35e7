/** A generated file: in memory, or on the disk if it is large. */
import type { ArrivingFile } from "../media/files/arrivingFile.ts";
import { type ByteSource, sourceOfBytes } from "../media/files/byteSource.ts";

export type FileContent = Uint8Array | ArrivingFile;

/** A file that was taken out of an answer. */
export interface AnsweredFile {
  content: FileContent;
  /** The same as base64, in the chunks that were received; undefined: encoding the bytes would not result in the same characters. */
  base64: readonly Uint8Array[] | undefined;
  /** Only of a file in a text. */
  known?: { mediaType: string; hash: string };
}

export const contentSize = (content: FileContent): number => ("close" in content ? content.size : content.byteLength);

export const sourceOf = (content: FileContent): ByteSource => ("close" in content ? content : sourceOfBytes(content));

/** All of it in memory. */
export const wholeOf = async (content: FileContent): Promise<Uint8Array> => ("close" in content ? content.readWhole() : content);
