/** Decodes base64, and hexadecimal digits, that arrive in pieces of any length. */
import { findFormat } from "../../contract/fileFormats.ts";

/** Characters decoded at once, a multiple of four. Decoding everything at once would allocate a string of the whole. */
const sliceLength = 64 * 1024;
const dash = 0x2d;
const underscore = 0x5f;

export type TextEncoding = "base64" | "hex";

/** Characters that show how a text stands for bytes. */
export const checkedCharacters = 256;
const fewestDigits = 64;

/** MiniMax sends hexadecimal digits, which are base64 of something else, too: but its silence has no figures, and other files have other letters. */
export function encodingOf(text: string): TextEncoding {
  const head = text.slice(0, checkedCharacters);
  if (text.length % 2 !== 0 && text.length <= head.length) return "base64";
  if (!/^[\da-f]+$/i.test(head)) return "base64";
  if (head.length >= fewestDigits) return head.replace(/\D/g, "").length * 8 >= head.length ? "hex" : "base64";
  const isFile = (encoding: TextEncoding) => findFormat(Buffer.from(head, encoding)) !== undefined;
  return !isFile("base64") && isFile("hex") ? "hex" : "base64";
}

export class Base64Decoder {
  readonly #bytes: Buffer;
  readonly #encoding: TextEncoding;
  #written = 0;
  /** Characters that do not form a group of four yet. */
  readonly #rest: Buffer = Buffer.alloc(4);
  #restLength = 0;
  #paddings = 0;
  /** The last group of characters. */
  #lastGroup = "";
  #isOtherAlphabet = false;

  /** @param mostCharacters upper limit for the characters that will be added. */
  constructor(mostCharacters: number, encoding: TextEncoding) {
    this.#encoding = encoding;
    this.#bytes = Buffer.allocUnsafeSlow(Math.ceil((mostCharacters * 3) / 4));
  }

  /** Returns false if the characters are not base64; then nothing more may be added. */
  add(piece: Buffer): boolean {
    let at = 0;
    if (this.#restLength > 0) {
      at = piece.copy(this.#rest, this.#restLength);
      this.#restLength += at;
      if (this.#restLength < 4) return true;
      this.#restLength = 0;
      if (!this.#decode(this.#rest.toString("latin1"))) return false;
    }
    const end = piece.length - ((piece.length - at) % 4);
    for (; at < end; at += sliceLength) {
      if (!this.#decode(piece.toString("latin1", at, Math.min(at + sliceLength, end)))) return false;
    }
    this.#restLength = piece.copy(this.#rest, 0, end);
    this.#isOtherAlphabet ||= piece.includes(dash) || piece.includes(underscore);
    return true;
  }

  /** Returns undefined if the characters are not base64. */
  end(): Uint8Array | undefined {
    // A single remaining character is never valid.
    if (this.#restLength === 1) return undefined;
    if (this.#restLength > 0 && !this.#decode(this.#rest.toString("latin1", 0, this.#restLength))) return undefined;
    const bytes = this.#bytes.subarray(0, this.#written);
    // A small result is copied to free the large buffer. Later files of the same answer have buffers of their own.
    return bytes.length < this.#bytes.length / 2 ? Buffer.from(bytes) : bytes;
  }

  /** After the end: whether encoding the bytes would result in the same characters. */
  get isOurForm(): boolean {
    const lastBytes = this.#bytes.subarray(this.#written - 3 + this.#paddings, this.#written);
    return this.#encoding === "base64" && !this.#isOtherAlphabet && lastBytes.toString("base64") === this.#lastGroup;
  }

  /** Node.js skips characters that it cannot decode, so that fewer bytes are written. */
  #decode(characters: string): boolean {
    if (this.#paddings > 0) return false;
    if (this.#encoding === "hex") {
      const bytes = this.#bytes.write(characters, this.#written, "hex");
      this.#written += bytes;
      return bytes * 2 === characters.length;
    }
    this.#paddings = characters.endsWith("==") ? 2 : characters.endsWith("=") ? 1 : 0;
    const written = this.#bytes.write(characters, this.#written, "base64");
    this.#written += written;
    this.#lastGroup = characters.slice(-4);
    return written === Math.floor(((characters.length - this.#paddings) * 3) / 4);
  }
}
