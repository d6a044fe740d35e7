/**
 * Removes large files from a JSON answer before a package parses it: parsing base64 takes several times as long as receiving it. Links that a
 * package follows are collected, too.
 */
import { randomBytes } from "node:crypto";
import type { Kind } from "../../contract/kind.ts";
import { currentCall, withCall } from "../callContext.ts";
import type { AnsweredFile } from "../fileContent.ts";
import { Base64Decoder, checkedCharacters, encodingOf } from "./base64Decoder.ts";

/** Base64 strings with fewer characters stay in the answer. */
export const smallestFile = 64 * 1024;

const quote = 0x22;
const backslash = 0x5c;

interface Collected {
  files: Map<string, AnsweredFile>;
  links: Map<string, string>;
}

/**
 * Collects the files of the answers that are received while `call` runs, and the links that its package follows. Its result contains
 * names instead of their base64 or bytes.
 */
export async function collectFiles<Result>(kind: Kind, call: () => PromiseLike<Result>): Promise<{ result: Result } & Collected> {
  const collected: Collected = { files: new Map(), links: new Map() };
  return { result: await withCall({ kind, ...collected }, async () => call()), ...collected };
}

/**
 * The file that a package got the name of, as a text or as the content of an answer. undefined: it is none. A package may have encoded the
 * name as base64; or decoded it, and written a header before it.
 */
export function findAnswered(files: ReadonlyMap<string, AnsweredFile>, given: string | Uint8Array): AnsweredFile | undefined {
  if (typeof given === "string")
    return files.get(given) ?? (given.length === base64NameLength ? files.get(Buffer.from(given, "base64").toString("latin1")) : undefined);
  if (given.byteLength === nameLength) return files.get(Buffer.from(given).toString("latin1"));
  return given.byteLength <= longestHeader + decodedNameLength
    ? files.get(Buffer.from(given.subarray(-decodedNameLength)).toString("base64"))
    : undefined;
}

/** Length of the names that replace files and links, as they are, in base64, and decoded as base64. */
export const nameLength = 36;
const base64NameLength = 48;
const decodedNameLength = 27;
/** Bytes that a package writes before a sound: the header of a WAV file. */
const longestHeader = 44;

/** A name that no other text is. It consists of digits of base64: some packages decode what they take for a file. */
export const newName = () => randomBytes(nameLength / 2).toString("hex");

/** Creates a reader for an answer of at most `length` bytes. undefined: no call collects files, or the answer is too short for one. */
export function createFileTaker(length: number): FileTaker | undefined {
  const { files } = currentCall();
  return files && length >= smallestFile ? new FileTaker(files, length) : undefined;
}

/** Whether a package makes a call whose files are collected. */
export const isCollecting = () => currentCall().links !== undefined;

/** Returns the name that a package gets as the content of a link, so that the file is not lost with the package's call. undefined: no call collects. */
export function nameLink(link: string): string | undefined {
  const { links } = currentCall();
  if (!links) return undefined;
  const name = newName();
  links.set(name, link);
  return name;
}

/**
 * Replaces each long string that consists only of base64 by the name of a file. Everything else is unchanged, byte for byte: the bytes
 * after a quote are held back until it is known whether they are a file.
 */
class FileTaker {
  readonly #files: Map<string, AnsweredFile>;
  /** Bytes of the answer that have not arrived. */
  #left: number;
  readonly #kept: Uint8Array[] = [];
  /** The bytes since the last quote, if they are held back. */
  #held: Buffer[] = [];
  #heldLength = 0;
  /** Whether the bytes since the last quote can be a file: false after an escaped quote, or if they are not base64. */
  #canBegin = false;
  #decoder: Base64Decoder | undefined;
  #lastByte = 0;

  constructor(files: Map<string, AnsweredFile>, length: number) {
    this.#files = files;
    this.#left = length;
  }

  add(chunk: Buffer): void {
    if (chunk.length === 0) return;
    /** The first byte that is neither kept nor held, and the first byte after the last quote. */
    let next = 0;
    let start = 0;
    for (let end = chunk.indexOf(quote); end >= 0; end = chunk.indexOf(quote, start)) {
      const name = this.#finish(chunk.subarray(start, end));
      if (name === undefined) this.#release();
      else {
        this.#kept.push(chunk.subarray(next, start), Buffer.from(name));
        this.#held = [];
        next = end;
      }
      this.#canBegin = (end === 0 ? this.#lastByte : chunk[end - 1]) !== backslash;
      this.#heldLength = 0;
      this.#decoder = undefined;
      start = end + 1;
    }
    if (next < start) this.#kept.push(chunk.subarray(next, start));
    this.#hold(chunk.subarray(start));
    this.#left -= chunk.length;
    this.#lastByte = chunk[chunk.length - 1] ?? 0;
  }

  /** The answer, with a name in place of each file. */
  end(): Buffer {
    this.#release();
    return Buffer.concat(this.#kept);
  }

  #release(): void {
    this.#kept.push(...this.#held);
    this.#held = [];
  }

  #hold(piece: Buffer): void {
    this.#held.push(piece);
    this.#heldLength += piece.length;
    if (!this.#canBegin || this.#heldLength < smallestFile) return;
    if (this.#decode(piece)) return;
    this.#canBegin = false;
    this.#release();
  }

  /** Returns the name of the file that ends here; undefined: it is not a file. */
  #finish(piece: Buffer): string | undefined {
    if (!this.#canBegin || this.#heldLength + piece.length < smallestFile) return undefined;
    this.#held.push(piece);
    const bytes = this.#decode(piece) ? this.#decoder?.end() : undefined;
    if (!bytes) {
      // The piece is still in its chunk, from which `add` keeps it.
      this.#held.pop();
      return undefined;
    }
    const name = newName();
    this.#files.set(name, { content: bytes, base64: this.#decoder?.isOurForm ? this.#held : undefined });
    return name;
  }

  /** `piece` is the last held piece. Returns false if the bytes are not base64. */
  #decode(piece: Buffer): boolean {
    if (this.#decoder) return this.#decoder.add(piece);
    const start = Buffer.concat(this.#held.slice(0, checkedCharacters).map((held) => held.subarray(0, checkedCharacters)));
    const decoder = new Base64Decoder(this.#heldLength + this.#left, encodingOf(start.toString("latin1")));
    this.#decoder = decoder;
    return this.#held.every((held) => decoder.add(held));
  }
}
