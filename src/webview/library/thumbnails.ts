/** Makes small copies of images off the main thread, one after the other, and gives them to the host to keep. */
import type { PanelEntry } from "../../library/toLibrary.ts";
import { largestThumbnail } from "../../library/toLibraryHost.ts";
import type { Host } from "./host.ts";
import type { LibraryStore } from "./libraryStore.ts";

/** CSS pixels: cells on a screen with twice as many. */
const width = 480;
const quality = 0.8;
/** Bytes of a file that is decoded as fast as its copy. */
const smallestFile = 64 * 1024;
/** Bytes: the host reads no larger files. */
const largestFile = 16 * 1024 * 1024;

export interface Thumbnails {
  /** Where the image has none, and is worth one. `data`: its content, where that is known. */
  make(entry: PanelEntry, data?: Uint8Array<ArrayBuffer>): Promise<void>;
}

export function createThumbnails(host: Pick<Host, "post">, store: Pick<LibraryStore, "content">): Thumbnails {
  const made = new Set<number>();
  let last: Promise<unknown> = Promise.resolve();

  async function make({ number, mediaType, size }: PanelEntry, data: Uint8Array<ArrayBuffer> | undefined): Promise<void> {
    const whole = data ?? (await store.content(number));
    // A file that was changed since is not the content that is recorded.
    if (whole === undefined || whole.length !== size) return;
    const copy = await scale(new Blob([whole], { type: mediaType }));
    if (copy !== undefined && copy.length <= largestThumbnail) host.post({ type: "keepThumbnail", number, data: copy });
  }

  return {
    make(entry, data) {
      const { kind, mediaType, size, thumbnail, number } = entry;
      // One that moves would stand still.
      const isWorth = kind === "image" && mediaType !== "image/gif" && size >= smallestFile && size <= largestFile;
      if (!isWorth || thumbnail !== undefined || made.has(number)) return Promise.resolve();
      made.add(number);
      const copy = last.then(() => make(entry, data));
      last = copy.catch(() => undefined);
      return copy;
    },
  };
}

/** undefined: it is small already. */
async function scale(whole: Blob): Promise<Uint8Array<ArrayBuffer> | undefined> {
  const bitmap = await createImageBitmap(whole, { resizeWidth: width, resizeQuality: "medium" });
  const canvas = new OffscreenCanvas(bitmap.width, bitmap.height);
  canvas.getContext("bitmaprenderer")?.transferFromImageBitmap(bitmap);
  const copy = await canvas.convertToBlob({ type: "image/webp", quality });
  return copy.size >= whole.size ? undefined : new Uint8Array(await copy.arrayBuffer());
}
