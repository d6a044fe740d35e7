/** Stores the content of one string as a temporary file, or keeps the string if it is a link. */
import { badFile } from "../http/badAnswer.ts";
import { createBase64Decoder } from "../http/base64Decoder.ts";
import type { StringSink } from "../http/jsonDiverter.ts";
import { createPercentDecoder } from "../http/percentDecoder.ts";
import { createTemporaryFile, type TemporaryFile, type WrittenFile } from "../http/temporaryFile.ts";
import { ServiceError } from "../serviceError.ts";

/** The content of a string. */
export type ReceivedContent =
  | { kind: "file"; written: Promise<WrittenFile>; mediaType: string | undefined }
  | { kind: "link"; link: string }
  | { kind: "empty" }
  /** The string is no file: the others of the same answer may be. */
  | { kind: "broken"; error: ServiceError };

export interface ContentReceiver {
  /** Creates a sink for one string, which is replaced in the text by a name for `find`. */
  openSink(): StringSink;
  /** The content of the string that was replaced by this name, or of any other value. undefined: there is no value. */
  find(value: unknown): ReceivedContent | undefined;
  /** Resolves when few enough bytes wait for the disk; undefined if that is already so. Rejects with `disk`. */
  keepUp(): Promise<void> | undefined;
  /** Removes every file except those at these paths. */
  discardAllBut(paths: ReadonlySet<string>): Promise<void>;
}

/** How many characters of a string are buffered until it is clear what it contains. */
const headLimit = 8 * 1024;
const linkStart = /^https?:/i;
const dataUri = /^data:([^,]*),/i;
/** JSON's white space, of which a string may consist before its content. */
const spaceStart = /^[\t\n\r ]+/;

type Decoder = Pick<ReturnType<typeof createBase64Decoder>, "file" | "write" | "end">;

export function createContentReceiver(folder: string): ContentReceiver {
  const contents: ReceivedContent[] = [];
  const files: TemporaryFile[] = [];
  let newest: TemporaryFile | undefined;

  function openFile(): TemporaryFile {
    const file = createTemporaryFile(folder);
    files.push(file);
    newest = file;
    return file;
  }

  function openSink(): StringSink {
    let head = "";
    let decoder: Decoder | undefined;
    let mediaType: string | undefined;
    let broken: ServiceError | undefined;

    /** Whether more characters are needed to determine what the string contains. */
    function isUndecided(): boolean {
      if (head.length >= headLimit) return false;
      const start = head.slice(0, 6).toLowerCase();
      if ("https:".startsWith(start) || linkStart.test(start)) return true;
      return "data:".startsWith(start) || (start.startsWith("data:") && !dataUri.test(head));
    }

    function decide(): Decoder {
      if (linkStart.test(head)) throw badFile("The service sent a link that is too long.");
      const uri = dataUri.exec(head);
      const [type, ...parameters] = (uri?.[1] ?? "").split(";").map((part) => part.trim());
      mediaType = type || undefined;
      const isBase64 = uri === null || parameters.some((parameter) => parameter.toLowerCase() === "base64");
      decoder = isBase64 ? createBase64Decoder(openFile()) : createPercentDecoder(openFile());
      decoder.write(Buffer.from(head.slice(uri?.[0].length ?? 0), "latin1"));
      return decoder;
    }

    function take(characters: Buffer): void {
      if (decoder) {
        decoder.write(characters);
        return;
      }
      const taken = Math.min(characters.length, headLimit - head.length);
      head = (head + characters.toString("latin1", 0, taken)).replace(spaceStart, "");
      if (!isUndecided()) decide().write(characters.subarray(taken));
    }

    function finish(): ReceivedContent {
      if (!decoder && linkStart.test(head)) return { kind: "link", link: Buffer.from(head, "latin1").toString("utf8") };
      if (!decoder && head === "") return { kind: "empty" };
      const whole = decoder ?? decide();
      whole.end();
      const written = whole.file.finish();
      // Awaited, or discarded, when the whole answer has been read.
      written.catch(() => undefined);
      return { kind: "file", written, mediaType };
    }

    /** A string that is no file must not cost the other files of the answer. */
    function orBroken<Result>(work: () => Result): Result | undefined {
      try {
        return work();
      } catch (error) {
        if (!(error instanceof ServiceError)) throw error;
        broken = error;
        return undefined;
      }
    }

    return {
      write(characters) {
        if (!broken) orBroken(() => take(characters));
      },
      end() {
        const content = broken ? undefined : orBroken(finish);
        contents.push(content ?? { kind: "broken", error: broken ?? badFile("The service sent a file that cannot be read.") });
        return JSON.stringify(`#${contents.length - 1}`);
      },
    };
  }

  function find(value: unknown): ReceivedContent | undefined {
    if (value === undefined || value === null) return undefined;
    if (typeof value !== "string") return { kind: "broken", error: badFile("The service sent something else than a file.") };
    const known = /^#\d+$/.test(value) ? contents[Number(value.slice(1))] : undefined;
    if (known) return known;
    const sink = openSink();
    sink.write(Buffer.from(value));
    sink.end();
    return contents.at(-1);
  }

  return {
    openSink,
    find,
    keepUp: () => newest?.keepUp(),
    async discardAllBut(paths) {
      await Promise.all(files.filter((file) => !paths.has(file.path)).map((file) => file.discard()));
    },
  };
}
