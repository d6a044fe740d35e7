/** A media file divided by its format: its metadata, and the changes needed to replace its XMP packet. */

import type { Piece } from "../files/pieces.ts";

/** A text that a program wrote into the file, with the format's keyword. */
export interface MetadataText {
  keyword: string;
  text: string;
}

export interface Container {
  texts: readonly MetadataText[];
  /** The XMP packet. */
  xmp: string | undefined;
  /** Content Credentials (C2PA); `store` is undefined if it is too large or incomplete. */
  credentials: { store: Uint8Array | undefined } | undefined;
  /** The file with its XMP packet replaced by this one; undefined: it is damaged or truncated, or has no space for it. */
  withXmp(packet: Uint8Array): Piece[] | undefined;
}

/** Maximum number of parts of a file to examine. No real file has more, and a malicious one is not read further. */
export const mostParts = 65_536;
/** Bytes of one text, packet or Exif block; a large ComfyUI workflow has some MiB. */
export const largestText = 8 * 1024 * 1024;
/** Maximum number of texts in a file. */
export const mostTexts = 64;
/** Bytes of a Content Credentials store, which may contain thumbnails of all ingredients. */
export const largestStore = 16 * 1024 * 1024;

/** Removes zeros at the end of a text. */
export function withoutZeros(text: string): string {
  let end = text.length;
  while (text[end - 1] === "\0") end -= 1;
  return text.slice(0, end);
}

/** Decodes UTF-8 and removes the byte order mark; undefined if it is not valid UTF-8. */
export function decodeUtf8(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}
