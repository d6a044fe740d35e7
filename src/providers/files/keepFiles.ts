/** Writes the files in an answer of any length to the disk while it arrives, and passes on what remains. */
import { findFormat } from "../../contract/fileFormats.ts";
import { ArrivingFile } from "../../media/files/arrivingFile.ts";
import type { AnswerShare } from "../callContext.ts";
import type { AnsweredFile } from "../fileContent.ts";
import { EngineError } from "../providerError.ts";
import { newName, smallestFile } from "./answeredFiles.ts";
import { encodingOf, type TextEncoding } from "./base64Decoder.ts";

const [quote, backslash] = [0x22, 0x5c];

export interface KeepOptions {
  /** Receives the files by the names that replace them. */
  files: Map<string, AnsweredFile>;
  share: AnswerShare | undefined;
  /** Whether JSON and texts may be passed on with a name in the place of a file. */
  takesFromText: boolean;
}

/**
 * Passes on the name of a file in its place: of the whole answer, unless it is a text, and of each long string of base64, or of a data URI
 * of it, in JSON. Everything else is unchanged.
 */
export async function* keepFiles(body: AsyncIterable<Uint8Array>, contentType: string, options: KeepOptions): AsyncGenerator<Uint8Array> {
  const chunks = body[Symbol.asyncIterator]();
  const { start, rest } = await readStart(chunks);
  if (start.byteLength === 0) return;
  const kept = new Map<string, AnsweredFile>();
  try {
    yield* passOn(start, rest, contentType, { ...options, files: kept });
    for (const [name, file] of kept) options.files.set(name, file);
  } catch (error) {
    // The answer is not used, and may be asked for again.
    for (const { content } of kept.values()) if ("close" in content) await content.close();
    throw error;
  }
}

async function* passOn(
  start: Buffer,
  rest: AsyncIterable<Uint8Array>,
  contentType: string,
  options: KeepOptions,
): AsyncGenerator<Uint8Array> {
  if (!isText(start, contentType)) {
    const keeper = new FileKeeper(options);
    await keeper.add(start);
    for await (const chunk of rest) await keeper.add(chunk);
    yield Buffer.from(keeper.name);
  } else if (options.takesFromText) yield* new StringFiles(options).read(start, rest);
  else {
    yield start;
    yield* rest;
  }
}

/** The first bytes, enough to recognise a format. */
async function readStart(chunks: AsyncIterator<Uint8Array>): Promise<{ start: Buffer; rest: AsyncIterable<Uint8Array> }> {
  let start = Buffer.alloc(0);
  let read = await chunks.next();
  for (; !read.done; read = await chunks.next()) {
    start = Buffer.concat([start, read.value]);
    if (start.byteLength >= 1024) break;
  }
  const rest = { [Symbol.asyncIterator]: () => chunks };
  return { start, rest };
}

function isText(start: Buffer, contentType: string): boolean {
  if (/^\s*[{["]/.test(start.toString("latin1", 0, 64))) return true;
  return /^text\/|\bjson\b/i.test(contentType) && findFormat(start) === undefined;
}

/** One file on the disk. */
class FileKeeper {
  readonly name = newName();
  readonly #file = new ArrivingFile();
  readonly #share: AnswerShare | undefined;

  constructor({ files, share }: KeepOptions) {
    this.#share = share;
    share?.own(this.#file);
    files.set(this.name, { content: this.#file, base64: undefined });
  }

  async add(bytes: Uint8Array): Promise<void> {
    this.#share?.store(bytes.byteLength);
    await this.#file.add(bytes);
  }
}

/** Writes base64 or hexadecimal digits as the bytes that they stand for, also with escaped slashes and line ends in them. */
class Base64Keeper {
  readonly #keeper: FileKeeper;
  readonly #encoding: TextEncoding;
  /** Characters of a group that is not complete, and a backslash whose character has not arrived. */
  #rest = "";
  #isPadded = false;

  constructor(options: KeepOptions, encoding: TextEncoding) {
    this.#keeper = new FileKeeper(options);
    this.#encoding = encoding;
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
  }

  async #write(characters: string): Promise<void> {
    if (characters === "") return;
    if (this.#isPadded || !base64Form.test(characters)) throw notBase64();
    this.#isPadded = characters.endsWith("=");
    const bytes = Buffer.from(characters, this.#encoding);
    // Node.js leaves out what follows the first character that is not a digit.
    if (this.#encoding === "hex" && bytes.length * 2 !== characters.length) throw notBase64();
    await this.#keeper.add(bytes);
  }
}

const base64Form = /^[\w+/-]*={0,2}$/;
const dataUri = /^data:[^,"\\]{0,200};base64,/i;
/** The escapes that programs write into base64: of slashes, as PHP does, and of line ends. */
const withoutEscapes = (text: string) => text.replace(/\\(?:\/|[nrt])/g, (sign) => (sign === "\\/" ? "/" : ""));
const notBase64 = () => new EngineError("its file is not base64.");

/** Finds the strings of JSON, and replaces those that are files. */
class StringFiles {
  readonly #options: KeepOptions;
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

  constructor(options: KeepOptions) {
    this.#options = options;
  }

  async *read(start: Uint8Array, rest: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
    yield await this.#add(start);
    for await (const chunk of rest) {
      const passed = await this.#add(chunk);
      if (passed.byteLength > 0) yield passed;
    }
    yield* this.#held ?? [];
    // The answer broke off within a file, which is not passed on.
    if (this.#keeper) throw new Error("The answer broke off.");
  }

  /** What is passed on, in one piece: an answer may consist of millions of short strings, for which nothing is allocated. */
  async #add(chunk: Uint8Array): Promise<Uint8Array> {
    const passed: Uint8Array[] = [];
    /** The bytes from here are passed on. */
    let from = 0;
    for (let at = 0; at < chunk.byteLength; ) {
      const end = this.#isInString ? this.#endOfString(chunk, at) : chunk.indexOf(quote, at);
      const next = end < 0 ? chunk.byteLength : end;
      const isShort = this.#isNew && end >= 0 && end - at < smallestFile;
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
    if (this.#heldLength < smallestFile) return;
    const held = Buffer.concat(this.#held);
    const text = held.toString("latin1");
    const start = dataUri.exec(text.slice(0, 256))?.[0].length ?? 0;
    // A backslash at the end belongs to what follows.
    const content = withoutEscapes(text.slice(start)).replace(/\\$/, "");
    if (base64Form.test(content)) {
      this.#keeper = new Base64Keeper(this.#options, encodingOf(content));
      await this.#keeper.add(held.subarray(start));
    } else passed.push(held);
    this.#held = undefined;
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
