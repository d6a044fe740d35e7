/** Stores the content of one string as a temporary file, or keeps the string if it is a link. */
import { badFile } from "../http/badAnswer.ts";
import { createBase64Decoder, createEncodedBase64Decoder, type FileDecoder } from "../http/base64Decoder.ts";
import type { StringSink } from "../http/jsonDiverter.ts";
import {
  createTextWriter,
  createWrappedBase64Decoder,
  dataUriPattern,
  isPlainSvg,
  readBeginning,
  shownBy,
} from "../http/otherFileForms.ts";
import { createPercentDecoder } from "../http/percentDecoder.ts";
import { createTemporaryFile, type TemporaryFile, type WrittenFile } from "../http/temporaryFile.ts";
import { ServiceError } from "../serviceError.ts";

/** The content of a string. */
export type ReceivedContent =
  | { type: "file"; written: Promise<WrittenFile>; mediaType: string | undefined }
  | { type: "link"; link: string }
  | { type: "empty" }
  /** The string is no file: the others of the same answer may be. */
  | { type: "broken"; error: ServiceError };

/** How many characters of a string are buffered until it is clear what it contains. */
const headLimit = 8 * 1024;
const linkStart = /^https?:/i;
/** JSON's white space, of which a string may consist before its content. */
const spaceStart = /^[\t\n\r ]+/;

/** The sink of one string. */
class ContentSink implements StringSink {
  readonly #openFile: () => TemporaryFile;
  readonly #keep: (content: ReceivedContent) => string;
  #head = "";
  #decoder: FileDecoder | undefined;
  #mediaType: string | undefined;
  #broken: ServiceError | undefined;

  /** `keep` returns the text that replaces the string. */
  constructor(openFile: () => TemporaryFile, keep: (content: ReceivedContent) => string) {
    this.#openFile = openFile;
    this.#keep = keep;
  }

  write(characters: Buffer): void {
    if (!this.#broken) this.#orBroken(() => this.#take(characters));
  }

  end(): string {
    const content = this.#broken ? undefined : this.#orBroken(() => this.#finish());
    return this.#keep(content ?? { type: "broken", error: this.#broken ?? badFile("The service sent a file that cannot be read.") });
  }

  /** Whether more characters are needed to determine what the string contains. */
  #isUndecided(): boolean {
    if (this.#head.length >= headLimit) return false;
    if (this.#head.length < shownBy || linkStart.test(this.#head)) return true;
    const { text } = readBeginning(this.#head);
    return /^data:/i.test(text) && !dataUriPattern.test(text);
  }

  #decide(): FileDecoder {
    if (linkStart.test(this.#head)) throw badFile("The service sent a link that is too long.");
    const { text, isWrapped } = readBeginning(this.#head);
    const uri = dataUriPattern.exec(text);
    const [type, ...parameters] = (uri?.[1] ?? "").split(";").map((part) => part.trim());
    this.#mediaType = type || undefined;
    const isBase64 = parameters.some((parameter) => parameter.toLowerCase() === "base64");
    const createPlain = isPlainSvg(text) ? createTextWriter : isWrapped ? createWrappedBase64Decoder : createBase64Decoder;
    const createOfUri = !isBase64 ? createPercentDecoder : isWrapped ? createWrappedBase64Decoder : createEncodedBase64Decoder;
    this.#decoder = (uri === null ? createPlain : createOfUri)(this.#openFile());
    this.#decoder.write(Buffer.from(text.slice(uri?.[0].length ?? 0), "latin1"));
    return this.#decoder;
  }

  #take(characters: Buffer): void {
    if (this.#decoder) {
      this.#decoder.write(characters);
      return;
    }
    const taken = Math.min(characters.length, headLimit - this.#head.length);
    this.#head = (this.#head + characters.toString("latin1", 0, taken)).replace(spaceStart, "");
    if (!this.#isUndecided()) this.#decide().write(characters.subarray(taken));
  }

  #finish(): ReceivedContent {
    if (!this.#decoder && linkStart.test(this.#head)) return { type: "link", link: Buffer.from(this.#head, "latin1").toString("utf8") };
    if (!this.#decoder && this.#head === "") return { type: "empty" };
    const whole = this.#decoder ?? this.#decide();
    whole.end();
    const written = whole.file.finish();
    // Awaited, or discarded, when the whole answer has been read.
    written.catch(() => undefined);
    return { type: "file", written, mediaType: this.#mediaType };
  }

  /** A string that is no file must not cost the other files of the answer. */
  #orBroken<Result>(work: () => Result): Result | undefined {
    try {
      return work();
    } catch (error) {
      if (!(error instanceof ServiceError)) throw error;
      this.#broken = error;
      return undefined;
    }
  }
}

export class ContentReceiver {
  readonly #folder: string;
  readonly #contents: ReceivedContent[] = [];
  readonly #files: TemporaryFile[] = [];

  constructor(folder: string) {
    this.#folder = folder;
  }

  /** Creates a sink for one string, which is replaced in the text by a name for `find`. */
  openSink(): StringSink {
    const openFile = () => {
      const file = createTemporaryFile(this.#folder);
      this.#files.push(file);
      return file;
    };
    return new ContentSink(openFile, (content) => JSON.stringify(`#${this.#contents.push(content) - 1}`));
  }

  /** The content of the string that was replaced by this name, or of any other value. undefined: there is no value. */
  find(value: unknown): ReceivedContent | undefined {
    if (value === undefined || value === null) return undefined;
    if (typeof value !== "string") return { type: "broken", error: badFile("The service sent something other than a file.") };
    const known = /^#\d+$/.test(value) ? this.#contents[Number(value.slice(1))] : undefined;
    if (known) return known;
    const sink = this.openSink();
    sink.write(Buffer.from(value));
    sink.end();
    return this.#contents.at(-1);
  }

  /** Resolves when few enough bytes wait for the disk; undefined if that is already so. Rejects with `disk`. */
  keepUp(): Promise<void> | undefined {
    return this.#files.at(-1)?.keepUp();
  }

  /** Removes every file except those at these paths. */
  async discardAllBut(paths: ReadonlySet<string>): Promise<void> {
    await Promise.all(this.#files.filter((file) => !paths.has(file.path)).map((file) => file.discard()));
  }
}
