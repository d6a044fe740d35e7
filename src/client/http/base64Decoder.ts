/** Decodes base64 that arrives in pieces of any length, and writes the bytes to a temporary file. */

import { badFile } from "./badAnswer.ts";
import type { TemporaryFile } from "./temporaryFile.ts";

export interface FileDecoder {
  readonly file: TemporaryFile;
  /** Throws `badFile` for a character that is not base64. */
  write(characters: Buffer): void;
  /** Throws `badFile` if the characters do not form whole bytes. */
  end(): void;
}

/** Characters decoded at once: a slice fits into the processor's cache, and a string of this length is cheap. */
const sliceLength = 64 * 1024;

const padding = 0x3d;

const percent = 0x25;

const isSpace = (byte: number) => byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09;

/** Both alphabets of RFC 4648, 4 and 5. */
function isBase64(byte: number): boolean {
  const isLetter = (byte >= 0x41 && byte <= 0x5a) || (byte >= 0x61 && byte <= 0x7a);
  const isDigit = byte >= 0x30 && byte <= 0x39;
  return isLetter || isDigit || byte === 0x2b || byte === 0x2f || byte === 0x2d || byte === 0x5f;
}

/** Accepts base64 and base64url, with or without padding, and white space anywhere. */
export function createBase64Decoder(file: TemporaryFile): FileDecoder {
  /** Starts with up to three characters that do not form a group of four yet. */
  let pending = Buffer.alloc(sliceLength + 4);
  let pendingLength = 0;
  let paddings = 0;

  /** Decodes whole groups. Returns false, and writes nothing, if a character is not in the alphabets. */
  function decodeGroups(characters: Buffer, start: number, end: number): boolean {
    const size = ((end - start) / 4) * 3;
    // Node.js skips characters that it cannot decode, so fewer bytes than expected mean an invalid character.
    const decoded = file.reserve(size).write(characters.toString("latin1", start, end), 0, size, "base64");
    if (decoded !== size) return false;
    file.fill(size);
    return true;
  }

  /** The slow path for input other than whole groups of the alphabets: checks each character. */
  function writeChecked(characters: Buffer): void {
    for (const byte of characters) {
      if (isSpace(byte)) continue;
      if (byte === padding) {
        paddings += 1;
        continue;
      }
      if (paddings > 0 || !isBase64(byte)) throw badFile("The service sent a file that is not base64.");
      pending[pendingLength] = byte;
      pendingLength += 1;
    }
    const whole = pendingLength & ~3;
    decodeGroups(pending, 0, whole);
    pending.copyWithin(0, whole, pendingLength);
    pendingLength -= whole;
  }

  return {
    file,
    write(characters) {
      let at = 0;
      while (at < characters.length) {
        const isAligned = pendingLength === 0 && paddings === 0 && characters.length - at >= 4;
        const length = isAligned
          ? Math.min(sliceLength, (characters.length - at) & ~3)
          : Math.min(4 - pendingLength, characters.length - at);
        if (!isAligned || !decodeGroups(characters, at, at + length)) writeChecked(characters.subarray(at, at + length));
        at += length;
      }
    },
    end() {
      const isWhole = paddings === 0 ? pendingLength !== 1 : pendingLength >= 2 && pendingLength + paddings === 4;
      if (!isWhole) throw badFile("The service sent a file whose base64 is incomplete.");
      const size = pendingLength === 0 ? 0 : pendingLength - 1;
      if (size > 0) file.fill(file.reserve(size).write(pending.toString("latin1", 0, pendingLength), 0, size, "base64"));
      pending = Buffer.alloc(0);
    },
  };
}

/** Decodes base64 in a data URI, in which signs may be percent-encoded, such as `%2B` and `%3D`. Source: RFC 2397; RFC 3986, 2.1. */
export function createEncodedBase64Decoder(file: TemporaryFile): FileDecoder {
  const decoder = createBase64Decoder(file);
  /** An escape that is not complete yet. */
  let pending = "";
  return {
    ...decoder,
    write(characters) {
      if (pending === "" && !characters.includes(percent)) return decoder.write(characters);
      const text = pending + characters.toString("latin1");
      const end = /%[\da-f]?$/i.exec(text)?.index ?? text.length;
      pending = text.slice(end);
      const decoded = text
        .slice(0, end)
        .replaceAll(/%([\da-f]{2})/gi, (_, digits: string) => String.fromCharCode(Number.parseInt(digits, 16)));
      decoder.write(Buffer.from(decoded, "latin1"));
    },
    end() {
      decoder.write(Buffer.from(pending, "latin1"));
      decoder.end();
    },
  };
}
