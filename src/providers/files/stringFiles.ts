/** Finds the files in the strings of JSON, and writes them to the disk while they arrive. */
import { createHash, type Hash } from "node:crypto";
import { setImmediate as nextTurn } from "node:timers/promises";
import { findFormat } from "../../contract/fileFormats.ts";
import type { Kind } from "../../contract/kind.ts";
import { ArrivingFile } from "../../media/files/arrivingFile.ts";
import type { AnswerShare } from "../callContext.ts";
import type { AnsweredFile } from "../fileContent.ts";
import { EngineError } from "../providerError.ts";
import { newName, smallestFile } from "./answeredFiles.ts";
import { longestText, mostImages } from "./answerLimits.ts";
import { checkedCharacters, encodingOf, type TextEncoding } from "./base64Decoder.ts";

const [quote, backslash] = [0x22, 0x5c];

export interface FileTarget {
  /** Of the task. */
  kind: Kind;
  /** Receives the files by the names that replace them. */
  files: Map<string, AnsweredFile>;
  share: AnswerShare | undefined;
}

/** One file on the disk. */
export class FileKeeper {
  readonly name = newName();
  readonly file: AnsweredFile & { content: ArrivingFile } = { content: new ArrivingFile(), base64: undefined };
  readonly #target: FileTarget;

  constructor(target: FileTarget) {
    this.#target = target;
    target.share?.own(this.file.content);
    target.files.set(this.name, this.file);
  }

  async add(bytes: Uint8Array): Promise<void> {
    this.#target.share?.store(bytes.byteLength);
    await this.file.content.add(bytes);
  }
}

/** Writes base64 or hexadecimal digits as the bytes that they stand for, also with escaped slashes and line ends in them. */
class Base64Keeper {
  readonly #keeper: FileKeeper;
  readonly #encoding: TextEncoding;
  /** Characters of a group that is not complete, and a backslash whose character has not arrived. */
  #rest = "";
  #isPadded = false;
  #known: { mediaType: string; sum: Hash } | undefined;

  /** `mediaType`: of a file in a text. */
  constructor(target: FileTarget, encoding: TextEncoding, mediaType: string | undefined) {
    this.#keeper = new FileKeeper(target);
    this.#encoding = encoding;
    if (mediaType !== undefined) this.#known = { mediaType, sum: createHash("sha256") };
  }

  get name(): string {
    return this.#keeper.name;
  }

  async add(bytes: Uint8Array): Promise<void> {
    let text = this.#rest + Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString("latin1");
    const held = text.endsWith("\\") ? "\\" : "";
    text = held === "" ? text : text.slice(0, -1);
    if (text.includes("\\")) text = withoutEscapes(text);
    const end = text.length - (text.length % 4);
    this.#rest = text.slice(end) + held;
    await this.#write(text.slice(0, end));
  }

  /** Writes what is left. */
  async end(): Promise<void> {
    const rest = this.#rest;
    this.#rest = "";
    if (rest.length === 1) throw notBase64();
    await this.#write(rest);
    if (this.#known) this.#keeper.file.known = { mediaType: this.#known.mediaType, hash: this.#known.sum.digest("hex") };
  }

  async #write(characters: string): Promise<void> {
    if (characters === "") return;
    if (this.#isPadded || !base64Form.test(characters)) throw notBase64();
    this.#isPadded = characters.endsWith("=");
    const bytes = Buffer.from(characters, this.#encoding);
    // Node.js leaves out what follows the first character that is not a digit.
    if (this.#encoding === "hex" && bytes.length * 2 !== characters.length) throw notBase64();
    this.#known?.sum.update(bytes);
    await this.#keeper.add(bytes);
  }
}

const base64Form = /^[\w+/-]*={0,2}$/;
const dataUri = /^data:[^,"\\]{0,200};base64,/i;
/** The escapes that programs write into base64: of slashes, as PHP does, and of line ends. */
const withoutEscapes = (text: string) => text.replace(/\\(?:\/|[nrt])/g, (sign) => (sign === "\\/" ? "/" : ""));
const notBase64 = () => new EngineError("its file is not base64.");

/**
 * Characters of a string that may be a file. Each is an open file on the disk. The parts of a sound are joined; of a text, base64 of anything
 * that is shorter is left to its reader.
 */
export const smallestOf: Readonly<Record<Kind, number>> = {
  text: longestText,
  audio: longestText,
  image: smallestFile,
  video: smallestFile,
};

/** Finds the strings of JSON, and replaces those that are files: base64 of anything, or in a text, where it may be one, of a known format. */
export class StringFiles {
  readonly #target: FileTarget;
  readonly #smallest: number;
  #isInString = false;
  /** Nothing of the string was read. */
  #isNew = false;
  /** The byte after a backslash belongs to it. */
  #isEscaped = false;
  /** The start of the string that is read, while it may be a file. */
  #held: Uint8Array[] | undefined;
  #heldLength = 0;
  #keeper: Base64Keeper | undefined;
  /** Where the next backslash of a chunk is. */
  #slash: { chunk: Uint8Array; at: number } | undefined;

  constructor(target: FileTarget) {
    this.#target = target;
    this.#smallest = smallestOf[target.kind];
  }

  async *read(start: Uint8Array, rest: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
    yield await this.add(start);
    for await (const chunk of rest) {
      const passed = await this.add(chunk);
      if (passed.byteLength > 0) yield passed;
    }
    yield* this.end();
  }

  /** What is held back at the end. @throws Error if the JSON broke off within a file, which is not passed on */
  *end(): Generator<Uint8Array> {
    yield* this.#held ?? [];
    if (this.#keeper) throw new Error("The answer broke off.");
  }

  /** What is passed on, in one piece: an answer may consist of millions of short strings, for which nothing is allocated. */
  async add(chunk: Uint8Array): Promise<Uint8Array> {
    const passed: Uint8Array[] = [];
    /** The bytes from here are passed on. */
    let from = 0;
    for (let at = 0; at < chunk.byteLength; ) {
      const end = this.#isInString ? this.#endOfString(chunk, at) : chunk.indexOf(quote, at);
      const next = end < 0 ? chunk.byteLength : end;
      const isShort = this.#isNew && end >= 0 && end - at < this.#smallest;
      if (this.#isInString && !isShort) {
        passed.push(chunk.subarray(from, at));
        await this.#addToString(chunk.subarray(at, next), passed);
        if (end >= 0) await this.#endString(passed);
        from = next;
      }
      if (end >= 0) {
        this.#isInString = !this.#isInString;
        this.#isNew = this.#isInString;
      }
      at = next + (end < 0 ? 0 : 1);
    }
    passed.push(chunk.subarray(from));
    return Buffer.concat(passed);
  }

  /** The index of the quotation mark that ends the string; -1: it has not arrived. */
  #endOfString(chunk: Uint8Array, start: number): number {
    let at = start + (this.#isEscaped ? 1 : 0);
    this.#isEscaped = false;
    for (;;) {
      const end = chunk.indexOf(quote, at);
      const slash = this.#nextSlash(chunk, at);
      if (end >= 0 && end < slash) return end;
      if (slash === chunk.byteLength) return -1;
      at = slash + 2;
      this.#isEscaped = at > chunk.byteLength;
      if (this.#isEscaped) return -1;
    }
  }

  /** The length of the chunk if there is none. */
  #nextSlash(chunk: Uint8Array, from: number): number {
    if (this.#slash?.chunk !== chunk || this.#slash.at < from) {
      const found = chunk.indexOf(backslash, from);
      this.#slash = { chunk, at: found < 0 ? chunk.byteLength : found };
    }
    return this.#slash.at;
  }

  async #addToString(piece: Uint8Array, passed: Uint8Array[]): Promise<void> {
    if (this.#keeper) return this.#keeper.add(piece);
    if (this.#isNew) {
      this.#isNew = false;
      this.#held = [];
      this.#heldLength = 0;
    }
    if (!this.#held) return void passed.push(piece);
    this.#held.push(piece);
    this.#heldLength += piece.byteLength;
    if (this.#heldLength < this.#smallest) return;
    const held = this.#held;
    this.#held = undefined;
    const text = Buffer.concat(held, Math.min(this.#heldLength, smallestFile)).toString("latin1");
    const start = dataUri.exec(text.slice(0, 256))?.[0].length ?? 0;
    // A backslash at the end belongs to what follows.
    const content = withoutEscapes(text.slice(start)).replace(/\\$/, "");
    const encoding = encodingOf(content);
    const isText = this.#target.kind === "text";
    const mediaType = isText ? findFormat(Buffer.from(content.slice(0, checkedCharacters), encoding))?.mediaType : undefined;
    if (!base64Form.test(content) || (mediaType === undefined && isText)) passed.push(...held);
    else {
      if (this.#target.kind !== "audio" && this.#target.files.size >= mostImages)
        throw new EngineError(`its answer has more than ${mostImages} files.`);
      await this.#keep(held, start, new Base64Keeper(this.#target, encoding, mediaType));
    }
  }

  /** Of some MiB, other requests are answered meanwhile. */
  async #keep(held: readonly Uint8Array[], start: number, keeper: Base64Keeper): Promise<void> {
    this.#keeper = keeper;
    let head = start;
    for (const piece of held) {
      await keeper.add(piece.subarray(head));
      head = Math.max(0, head - piece.byteLength);
      await nextTurn();
    }
  }

  async #endString(passed: Uint8Array[]): Promise<void> {
    if (this.#keeper) {
      await this.#keeper.end();
      passed.push(Buffer.from(this.#keeper.name));
    }
    passed.push(...(this.#held ?? []));
    this.#keeper = undefined;
    this.#held = undefined;
  }
}
