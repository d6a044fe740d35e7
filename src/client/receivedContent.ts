/** Stores the content of one string as a temporary file, or keeps the string if it is a link. */
import { badAnswer } from "./badAnswer.ts";
import { type Base64Decoder, createBase64Decoder } from "./base64Decoder.ts";
import type { StringSink } from "./jsonDiverter.ts";
import { createTemporaryFile, type TemporaryFile, type WrittenFile } from "./temporaryFile.ts";

/** The content of a string. */
export type ReceivedContent =
  | { kind: "file"; written: Promise<WrittenFile>; mediaType: string | undefined }
  | { kind: "link"; link: string }
  | { kind: "empty" };

export interface ContentReceiver {
  /** Creates a sink for one string, which is replaced in the text by a name for `find`. */
  openSink(): StringSink;
  /** The content of the string that was replaced by this name; undefined for any other text. */
  find(name: string): ReceivedContent | undefined;
  /** Resolves when few enough bytes wait for the disk; undefined if that is already so. Rejects with `disk`. */
  keepUp(): Promise<void> | undefined;
  /** Removes every file except those at these paths. */
  discardAllBut(paths: ReadonlySet<string>): Promise<void>;
}

/** How many characters of a string are buffered until it is clear what it contains. */
const headLimit = 8 * 1024;
const linkStart = /^https?:/i;
const dataUri = /^data:([^,]*),/i;

/** @param mayBeLink Whether a string that starts with http: or https: is a link instead of content. */
export function createContentReceiver(folder: string, mayBeLink: boolean): ContentReceiver {
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
    let decoder: Base64Decoder | undefined;
    let mediaType: string | undefined;

    /** Whether more characters are needed to determine what the string contains. */
    function isUndecided(): boolean {
      if (head.length >= headLimit) return false;
      const start = head.slice(0, 6).toLowerCase();
      if (mayBeLink && ("https:".startsWith(start) || linkStart.test(start))) return true;
      return "data:".startsWith(start) || (start.startsWith("data:") && !dataUri.test(head));
    }

    function decide(): Base64Decoder {
      if (mayBeLink && linkStart.test(head)) throw badAnswer("The service sent a link that is too long.");
      let content = head;
      const uri = dataUri.exec(head);
      if (uri) {
        const [type, ...parameters] = (uri[1] ?? "").split(";");
        if (parameters.at(-1)?.trim().toLowerCase() !== "base64") throw badAnswer("The service sent a data URI that is not base64.");
        mediaType = type?.trim() || undefined;
        content = head.slice(uri[0].length);
      }
      decoder = createBase64Decoder(openFile());
      decoder.write(Buffer.from(content, "latin1"));
      return decoder;
    }

    return {
      write(characters) {
        if (decoder) {
          decoder.write(characters);
          return;
        }
        const taken = Math.min(characters.length, headLimit - head.length);
        head += characters.toString("latin1", 0, taken);
        if (isUndecided()) return;
        decide().write(characters.subarray(taken));
      },
      end() {
        const name = `#${contents.length}`;
        if (!decoder && mayBeLink && linkStart.test(head)) {
          contents.push({ kind: "link", link: Buffer.from(head, "latin1").toString("utf8") });
          return JSON.stringify(name);
        }
        if (!decoder && head === "") {
          contents.push({ kind: "empty" });
          return JSON.stringify(name);
        }
        const whole = decoder ?? decide();
        whole.end();
        const written = whole.file.finish();
        // Awaited, or discarded, when the whole answer has been read.
        written.catch(() => undefined);
        contents.push({ kind: "file", written, mediaType });
        return JSON.stringify(name);
      },
    };
  }

  return {
    openSink,
    find: (name) => (/^#\d+$/.test(name) ? contents[Number(name.slice(1))] : undefined),
    keepUp: () => newest?.keepUp(),
    async discardAllBut(paths) {
      await Promise.all(files.filter((file) => !paths.has(file.path)).map((file) => file.discard()));
    },
  };
}
