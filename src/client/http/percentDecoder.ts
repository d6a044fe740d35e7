/** Decodes the text of a data URI without base64, in pieces of any length, and writes the bytes to a temporary file. */
import type { TemporaryFile } from "./temporaryFile.ts";

const percent = 0x25;
const longestEscape = 3;

function digitOf(byte: number | undefined): number {
  return Number.parseInt(String.fromCharCode(byte ?? 0), 16);
}

/** Accepts text that was not encoded: a `%` without two hexadecimal digits stands for itself. Source: RFC 2397; RFC 3986, 2.1. */
export function createPercentDecoder(file: TemporaryFile) {
  /** An escape that is not complete yet. */
  let pending: Buffer = Buffer.alloc(0);

  function decode(bytes: Buffer, isEnd: boolean): void {
    const target = file.reserve(bytes.length);
    let filled = 0;
    let at = 0;
    for (; at < bytes.length; at += 1) {
      const byte = bytes[at] ?? 0;
      if (byte === percent && !isEnd && bytes.length - at < longestEscape) break;
      const decoded = byte === percent ? digitOf(bytes[at + 1]) * 16 + digitOf(bytes[at + 2]) : Number.NaN;
      if (!Number.isNaN(decoded)) at += 2;
      target[filled] = Number.isNaN(decoded) ? byte : decoded;
      filled += 1;
    }
    file.fill(filled);
    pending = Buffer.from(bytes.subarray(at));
  }

  /** The file's memory is used in slices of this length. */
  const sliceLength = 64 * 1024;

  return {
    file,
    write(characters: Buffer): void {
      for (let at = 0; at < characters.length; at += sliceLength) {
        decode(Buffer.concat([pending, characters.subarray(at, at + sliceLength)]), false);
      }
    },
    end(): void {
      decode(pending, true);
    },
  };
}
