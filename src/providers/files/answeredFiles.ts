/**
 * Removes large files from a JSON answer before a package parses it: parsing base64 takes several times as long as receiving it. Links that a
 * package follows are collected, too.
 */
import { AsyncLocalStorage } from "node:async_hooks";
import { randomUUID } from "node:crypto";
import { Base64Decoder } from "./base64Decoder.ts";

/** Base64 strings with fewer characters stay in the answer. */
const smallestFile = 64 * 1024;

const quote = 0x22;
const backslash = 0x5c;

export interface AnsweredFile {
  bytes: Uint8Array;
  /** The same as base64, in the chunks that were received; undefined: encoding the bytes would not result in the same characters. */
  base64: readonly Uint8Array[] | undefined;
}

interface Collected {
  /** The files by the names that replace them in the answer. */
  files: Map<string, AnsweredFile>;
  /** The links that a package wants to follow, by the names that it gets as their content. */
  links: Map<string, string>;
}

const collecting = new AsyncLocalStorage<Collected>();

/**
 * Collects the files of the answers that are received while `call` runs, and the links that its package follows. Its result contains
 * names instead of their base64 or bytes.
 */
export async function collectFiles<Result>(call: () => PromiseLike<Result>): Promise<{ result: Result } & Collected> {
  const collected: Collected = { files: new Map(), links: new Map() };
  return { result: await collecting.run(collected, call), ...collected };
}

/** Creates a reader for an answer of at most `length` bytes. undefined: no call collects files, or the answer is too short for one. */
export function createFileTaker(length: number): FileTaker | undefined {
  const files = collecting.getStore()?.files;
  return files && length >= smallestFile ? new FileTaker(files, length) : undefined;
}

/** Whether a call collects files. */
export const isCollecting = () => collecting.getStore() !== undefined;

/** Returns the name that a package gets as the content of a link, so that the file is not lost with the package's call. undefined: no call collects. */
export function nameLink(link: string): string | undefined {
  const links = collecting.getStore()?.links;
  if (!links) return undefined;
  const name = randomUUID();
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
    const name = randomUUID();
    this.#files.set(name, { bytes, base64: this.#decoder?.isOurForm ? this.#held : undefined });
    return name;
  }

  /** `piece` is the last held piece. Returns false if the bytes are not base64. */
  #decode(piece: Buffer): boolean {
    if (this.#decoder) return this.#decoder.add(piece);
    const decoder = new Base64Decoder(this.#heldLength + this.#left);
    this.#decoder = decoder;
    return this.#held.every((held) => decoder.add(held));
  }
}
