/** Takes large files out of a JSON answer before a package reads it: reading base64 as JSON takes several times as long as receiving it. */
import { AsyncLocalStorage } from "node:async_hooks";
import { randomUUID } from "node:crypto";
import { Base64Decoder } from "./base64Decoder.ts";

/** Characters of base64 below which a string stays where it is. */
const smallestFile = 64 * 1024;

const quote = 0x22;
const backslash = 0x5c;

interface AnsweredFile {
  bytes: Uint8Array;
  /** The same as base64, in pieces, as it was received; undefined: it was written in another way than ours. */
  base64: readonly Uint8Array[] | undefined;
}

/** By the name that stands in their place. */
type AnsweredFiles = ReadonlyMap<string, AnsweredFile>;
const collecting = new AsyncLocalStorage<Map<string, AnsweredFile>>();

/** Files that answers hold while `call` runs, and its result, which has their names instead of their base64. */
export async function collectFiles<Result>(call: () => PromiseLike<Result>): Promise<{ result: Result; files: AnsweredFiles }> {
  const files = new Map<string, AnsweredFile>();
  return { result: await collecting.run(files, call), files };
}

/** Reads an answer of at most `length` bytes while it arrives. undefined: no call collects files. */
export function createFileTaker(length: number): FileTaker | undefined {
  const files = collecting.getStore();
  return files && length >= smallestFile ? new FileTaker(files, length) : undefined;
}

/**
 * What stands between two quotes, is large and is base64 from end to end becomes a file; everything else stays as it is, byte for byte. What is
 * read is held back until its end shows what it is, so that nothing is lost where it is no file.
 */
class FileTaker {
  readonly #files: Map<string, AnsweredFile>;
  /** Bytes of the answer that have not arrived. */
  #left: number;
  readonly #kept: Uint8Array[] = [];
  /** What has arrived since the last quote. */
  #held: Buffer[] = [];
  #heldLength = 0;
  /** A file can begin behind a quote alone that is not escaped. */
  #canBegin = false;
  #decoder: Base64Decoder | undefined;
  #lastByte = 0;

  constructor(files: Map<string, AnsweredFile>, length: number) {
    this.#files = files;
    this.#left = length;
  }

  add(chunk: Buffer): void {
    if (chunk.length === 0) return;
    /** Start of what is neither kept nor held, and of what follows the last quote. */
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

  /** The answer with a name in place of each file. */
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

  /** The name of the file that ends here; undefined: it is none. */
  #finish(piece: Buffer): string | undefined {
    if (!this.#canBegin || this.#heldLength + piece.length < smallestFile) return undefined;
    this.#held.push(piece);
    const bytes = this.#decode(piece) ? this.#decoder?.end() : undefined;
    if (!bytes) {
      // It is still in its chunk.
      this.#held.pop();
      return undefined;
    }
    const name = randomUUID();
    this.#files.set(name, { bytes, base64: this.#decoder?.isOurForm ? this.#held : undefined });
    return name;
  }

  /** `piece` is the last one that is held. false: this is no base64. */
  #decode(piece: Buffer): boolean {
    if (this.#decoder) return this.#decoder.add(piece);
    const decoder = new Base64Decoder(this.#heldLength + this.#left);
    this.#decoder = decoder;
    return this.#held.every((held) => decoder.add(held));
  }
}
