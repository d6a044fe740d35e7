/** Loads the files of a request, and checks them against its limits. Source: spec, "Limits". */

import { findFormat } from "../../contract/fileFormats.ts";
import type { InputFile } from "../../contract/generationRequest.ts";
import { limits } from "../../contract/limits.ts";
import { rangeOfHost } from "../../network/addressRanges.ts";
import { invalidRequest } from "../apiError.ts";
import { FetchError, type LoadFile } from "./fetchFile.ts";

/** Time limit in milliseconds for downloading from a URL. */
const downloadTimeLimit = 15_000;
const unknownType = "application/octet-stream";
const base64 = /^[A-Za-z0-9+/_-]*={0,2}$/;

export interface InputFileSource {
  /** `https:` or `http:` URL, data URI, or, if `bareBase64` is set, plain base64. */
  source: string;
  part: InputFile["part"];
  name?: string | undefined;
  /** Used if the source does not contain it. */
  mediaType?: string | undefined;
  bareBase64?: boolean;
}

/** Reads the files of one request: at most 10, and 10 MB in total. Errors name `param`. */
export class InputFiles {
  readonly #param: string;
  readonly #others: readonly InputFile[];
  readonly #sources: InputFileSource[] = [];

  /** `others`: files of the same request in another field, which count towards its limits. */
  constructor(param: string, others: readonly InputFile[] = []) {
    this.#param = param;
    this.#others = others;
  }

  add(source: InputFileSource): void {
    this.#sources.push(source);
    if (this.#others.length + this.#sources.length > limits.filesPerRequest)
      throw this.#error(`takes at most ${limits.filesPerRequest} files.`);
  }

  /** Reads inline files first, so that nothing is downloaded for a request that is refused anyway. The order is kept. */
  async load(loadFile: LoadFile): Promise<InputFile[]> {
    let size = this.#others.reduce((sum, { bytes }) => sum + bytes.byteLength, 0);
    const count = (bytes: number) => {
      size += bytes;
      if (size > limits.fileBytesPerRequest) throw this.#error(`takes at most ${limits.fileBytesPerRequest} bytes of files in total.`);
    };
    const inline = this.#sources.map((source) => {
      const file = this.#decode(source);
      count(file?.bytes.byteLength ?? 0);
      return file;
    });
    const loaded: InputFile[] = [];
    for (const [index, source] of this.#sources.entries()) loaded.push(inline[index] ?? (await this.#download(source, loadFile, count)));
    return loaded;
  }

  #decode(source: InputFileSource): InputFile | undefined {
    const { source: text, part, name } = source;
    if (/^https?:/i.test(text)) return undefined;
    const comma = text.indexOf(",");
    const header = /^data:/i.test(text) && comma > 0 ? text.slice("data:".length, comma) : undefined;
    if (header === undefined && !source.bareBase64) throw this.#error("must hold files as an http or https URL or as a base64 data URI.");
    if (header !== undefined && !/;base64$/i.test(header)) throw this.#error("holds a data URI that is not base64.");
    const encoded = (header === undefined ? text : text.slice(comma + 1)).replace(/\s/g, "");
    if (encoded === "" || !base64.test(encoded)) throw this.#error("holds a file whose base64 is empty or not valid.");
    const declared = header?.split(";")[0]?.trim().toLowerCase();
    const bytes = Buffer.from(encoded, "base64");
    return { mediaType: inputTypeOf(bytes, declared || source.mediaType || unknownType), name, bytes, part };
  }

  async #download(source: InputFileSource, loadFile: LoadFile, count: (bytes: number) => void): Promise<InputFile> {
    try {
      const { bytes, mediaType } = await loadFile(source.source, { signal: AbortSignal.timeout(downloadTimeLimit), count });
      const name = source.name ?? lastSegment(source.source);
      const link = publicLink(source.source);
      return { mediaType: inputTypeOf(bytes, mediaType ?? unknownType), name: name || undefined, bytes, part: source.part, link };
    } catch (error) {
      throw error instanceof FetchError ? this.#error(error.message) : error;
    }
  }

  #error(message: string) {
    return invalidRequest(this.#param, `${this.#param} ${message}`);
  }
}

/** The file name in a URL; not decoded if it is not valid UTF-8. */
function lastSegment(url: string): string {
  const segment = URL.parse(url)?.pathname.split("/").at(-1) ?? "";
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}

/** Returns a file's address if a provider can load it as well: https, no user name, and not on this machine or in a private network. @internal */
export function publicLink(source: string): string | undefined {
  const url = URL.parse(source);
  const isPublic = url?.protocol === "https:" && url.username === "" && url.password === "" && rangeOfHost(url.hostname) === "public";
  return isPublic && url.hostname.includes(".") ? url.href : undefined;
}

/** Prefers the type detected from the bytes of images and documents, because providers refuse a file whose declared type is wrong. */
function inputTypeOf(bytes: Uint8Array, declared: string): string {
  const known = findFormat(bytes, declared);
  return known?.kind === "image" || known?.kind === "document" ? known.mediaType : declared;
}
