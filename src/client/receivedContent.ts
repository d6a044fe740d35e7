/** Stores the content of one string as a temporary file, or keeps it where it is a link. */
import { badAnswer } from "./badAnswer.ts";
import { type Base64Decoder, createBase64Decoder } from "./base64Decoder.ts";
import type { StringSink } from "./jsonDiverter.ts";
import { createTemporaryFile, type TemporaryFile, type WrittenFile } from "./temporaryFile.ts";

/** What a string turned out to be. */
export type ReceivedContent =
  | { kind: "file"; written: Promise<WrittenFile>; mediaType: string | undefined }
  | { kind: "link"; link: string }
  | { kind: "empty" };

export interface ContentReceiver {
  /** For one string; its place in the text is taken by a name that `find` knows. */
  openSink(): StringSink;
  /** What the string that was replaced by this name held; undefined for any other text. */
  find(name: string): ReceivedContent | undefined;
  /** Resolves when the disk has nearly kept up with the socket; undefined where it has. Rejects with `disk`. */
  keepUp(): Promise<void> | undefined;
  /** Removes every file but those at these paths. */
  discardAllBut(paths: ReadonlySet<string>): Promise<void>;
}

/** Characters of a string that are held until it is clear what the string is. */
const headLimit = 8 * 1024;
const linkStart = /^https?:/i;
const dataUri = /^data:([^,]*),/i;

/** @param mayBeLink Whether a string with http: or https: is a link instead of content. */
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

    /** Whether the head must grow before it is clear what the string is. */
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
        // Read, or thrown away, when the whole answer is in.
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
