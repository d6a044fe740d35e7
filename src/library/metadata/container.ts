/** A media file as its format divides it: what it holds besides samples, and how another XMP packet gets into it. */

/** Bytes of the file as it is, from `from` up to `to`, or other bytes. */
export type Piece = { from: number; to: number } | Uint8Array;

/** A text that a program wrote into the file, under the format's own keyword. */
export interface MetadataText {
  keyword: string;
  text: string;
}

export interface Container {
  texts: readonly MetadataText[];
  /** The XMP packet. */
  xmp: string | undefined;
  /** Content Credentials (C2PA); `store` is undefined where it is too large or not whole. */
  credentials: { store: Uint8Array | undefined } | undefined;
  /** The file with this packet instead of its own; undefined: it is damaged or truncated, or has no room. */
  withXmp(packet: Uint8Array): Piece[] | undefined;
}

/** Parts of a file that are looked at. No real file has more, and a hostile one ends the walk. */
export const mostParts = 65_536;
/** Bytes of one text, packet or block of Exif; a workflow of ComfyUI has some hundred KiB. */
export const largestText = 2 * 1024 * 1024;
/** Texts of one file. */
export const mostTexts = 64;
/** Bytes of a store of Content Credentials, which may have thumbnails of every ingredient. */
export const largestStore = 16 * 1024 * 1024;

/** A text without the zeros that end it. */
export function withoutZeros(text: string): string {
  let end = text.length;
  while (text[end - 1] === "\0") end -= 1;
  return text.slice(0, end);
}

/** UTF-8 without a byte order mark; undefined for anything else. */
export function decodeUtf8(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}
