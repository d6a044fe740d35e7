/** The images of an answer, each of which is passed on once: as its content, or as a link that the service follows. */
import { hash } from "node:crypto";
import type { LanguageModelV4StreamPart } from "@ai-sdk/provider";
import { findFormat } from "../../contract/fileFormats.ts";
import { currentCall } from "../callContext.ts";
import { nameLength } from "../files/answeredFiles.ts";
import { isLink, tryReadInline } from "../files/readContent.ts";

export interface AnswerImagesOptions {
  /** Where the request was sent, for relative links. */
  address: string | undefined;
  write(part: Extract<LanguageModelV4StreamPart, { type: "file" }>): void;
  onOdd(what: string): void;
}

export class AnswerImages {
  readonly #options: AnswerImagesOptions;
  /** Hashes and links: some engines send images again with the whole message. */
  readonly #known = new Set<string>();
  readonly #files = currentCall().textFiles;

  constructor(options: AnswerImagesOptions) {
    this.#options = options;
  }

  add(written: string): void {
    if (!this.addInline(written)) this.#addLink(written.trim());
  }

  /** Returns whether it is the content of an image. */
  addInline(written: string): boolean {
    // It may be written as the content of a data URI.
    const name = written.slice(-nameLength);
    const kept = this.#files?.get(name)?.known;
    if (kept) return this.#addFile(kept, name);
    const image = tryReadInline(written);
    const mediaType = image && (image.mediaType ?? findFormat(image.bytes)?.mediaType);
    return image !== undefined && mediaType !== undefined && this.#addFile({ mediaType, hash: hash("sha256", image.bytes) }, image.bytes);
  }

  /** `data`: a text is the name of a file. */
  #addFile({ mediaType, hash: sum }: { mediaType: string; hash: string }, data: string | Uint8Array): boolean {
    if (!mediaType.startsWith("image/")) return false;
    if (this.#isNew(sum)) this.#options.write({ type: "file", mediaType, data: { type: "data", data } });
    return true;
  }

  #addLink(link: string): void {
    const url = isLink(link) ? URL.parse(link, this.#options.address) : null;
    if (url === null) this.#options.onOdd("an image that cannot be read");
    else if (this.#isNew(url.href)) this.#options.write({ type: "file", mediaType: "image/*", data: { type: "url", url } });
  }

  #isNew(name: string): boolean {
    if (this.#known.has(name)) return false;
    this.#known.add(name);
    return true;
  }
}
