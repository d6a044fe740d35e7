/** Makes thumbnails off the main thread, one after another, and sends them to the host to store. */
import { kindTable } from "../../contract/kind.ts";
import type { PanelEntry } from "../../library/libraryProtocol.ts";
import { largestThumbnail } from "../../library/libraryProtocol.ts";
import type { Host } from "./host.ts";
import type { LibraryStore } from "./libraryStore.ts";

/** CSS pixels: the width of a cell, doubled for high-density screens. */
const width = 480;
const quality = 0.8;
/** Bytes. Smaller files decode as fast as a thumbnail. */
const smallestFile = 64 * 1024;
/** Bytes. The host does not read larger files. */
const largestFile = 16 * 1024 * 1024;

export class Thumbnails {
  readonly #host: Pick<Host, "call">;
  readonly #store: Pick<LibraryStore, "content">;
  readonly #made = new Set<number>();
  #last: Promise<unknown> = Promise.resolve();

  constructor(host: Pick<Host, "call">, store: Pick<LibraryStore, "content">) {
    this.#host = host;
    this.#store = store;
  }

  /** Makes a thumbnail if there is none yet and it would help. `data`: the image's content, if it is known. */
  make(entry: PanelEntry, data?: Uint8Array<ArrayBuffer>): Promise<void> {
    const { kind, mediaType, size, thumbnail, number } = entry;
    // A thumbnail of an animated image would not move.
    const isWorth = kindTable[kind].shownAs === "image" && mediaType !== "image/gif" && size >= smallestFile && size <= largestFile;
    if (!isWorth || thumbnail !== undefined || this.#made.has(number)) return Promise.resolve();
    this.#made.add(number);
    const copy = this.#last.then(() => this.#make(entry, data));
    this.#last = copy.catch(() => undefined);
    return copy;
  }

  async #make({ number, mediaType, size }: PanelEntry, data: Uint8Array<ArrayBuffer> | undefined): Promise<void> {
    const whole = data ?? (await this.#store.content(number));
    // The file has changed, so it does not have the recorded content.
    if (whole === undefined || whole.length !== size) return;
    const copy = await scale(new Blob([whole], { type: mediaType }));
    if (copy !== undefined && copy.length <= largestThumbnail) await this.#host.call("keepThumbnail", { number, data: copy });
  }
}

/** undefined: the thumbnail would not be smaller than the file. */
async function scale(whole: Blob): Promise<Uint8Array<ArrayBuffer> | undefined> {
  const bitmap = await createImageBitmap(whole, { resizeWidth: width, resizeQuality: "medium" });
  const canvas = new OffscreenCanvas(bitmap.width, bitmap.height);
  canvas.getContext("bitmaprenderer")?.transferFromImageBitmap(bitmap);
  const copy = await canvas.convertToBlob({ type: "image/webp", quality });
  return copy.size >= whole.size ? undefined : new Uint8Array(await copy.arrayBuffer());
}
