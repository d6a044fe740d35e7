/** Streams a stored file, raw or as base64 inside JSON. */
import { randomUUID } from "node:crypto";
import { hugeFileHead } from "../faults/hugeFile.ts";
import { fileSlice } from "../store/files/fileStore.ts";
import type { StoredFile } from "../store/storedTask.ts";
import type { TaskStore } from "../store/taskStore.ts";
import type { RecentBase64 } from "./recentBase64.ts";

/**
 * Bytes encoded at once, a multiple of 3 like `fileSlice`. For results above 128 KiB, the system allocates new memory each time, which
 * takes longer than encoding.
 */
const encodedSize = 72 * 1024;

/** Content of a slice of a file without stored bytes: the numbers 0 to 250, repeated. */
const filler = Buffer.from(Uint8Array.from({ length: fileSlice }, (_, index) => index % 251));
const fillerBase64 = Buffer.from(filler.toString("base64"), "latin1");

/** The file's bytes from `start` to before `end`, in order. A file that is read from its start arrives in slices of `fileSlice` bytes. */
export function rawSlices(store: TaskStore, file: StoredFile, start = 0, end = file.size): AsyncIterable<Uint8Array> {
  return file.isFiller ? fillerSlices(file, start, end) : store.read(file, start, end);
}

async function* fillerSlices(file: StoredFile, start: number, end: number): AsyncGenerator<Uint8Array> {
  for (let slice = start - (start % fileSlice); slice < end; slice += fileSlice) {
    yield (slice === 0 ? firstFiller(file) : filler).subarray(Math.max(start - slice, 0), Math.min(end - slice, fileSlice));
  }
}

/** The filler after the first bytes of a file of that format. */
function firstFiller(file: StoredFile): Buffer {
  const first = Buffer.from(filler);
  hugeFileHead(file.format, file.size).copy(first);
  return first;
}

async function* base64Slices({ store, recent }: FileSource, file: StoredFile): AsyncGenerator<Uint8Array> {
  const pieces = recent.take(file.token);
  if (pieces) {
    yield* pieces;
    return;
  }
  for await (const slice of rawSlices(store, file)) {
    if (slice.byteLength === fileSlice && slice.buffer === filler.buffer) {
      yield fillerBase64;
      continue;
    }
    const bytes = Buffer.from(slice.buffer, slice.byteOffset, slice.byteLength);
    for (let at = 0; at < bytes.length; at += encodedSize) {
      yield Buffer.from(bytes.toString("base64", at, at + encodedSize), "latin1");
    }
  }
}

/** What files are read from. */
interface FileSource {
  store: TaskStore;
  recent: RecentBase64;
}

export interface StreamedBody {
  /** Bytes. */
  length: number;
  slices: AsyncIterable<Uint8Array>;
  /** The same, if it has no files: Node.js sends a text and its headers in one write. */
  text?: string;
  /** Rejects if the slices cannot be read. */
  prepare?(): Promise<void>;
}

/** Writes the result of `build` as JSON. `build` gets placeholders for the base64 of the files with the same indexes. */
export function jsonWithFiles(
  source: FileSource,
  files: readonly StoredFile[],
  build: (names: readonly string[]) => unknown,
): StreamedBody {
  if (files.length === 0) return bodyOfText(JSON.stringify(build([])));
  const mark = randomUUID();
  const json = JSON.stringify(build(files.map((_, index) => `${mark}:${index}`)));
  const parts = json.split(new RegExp(`${mark}:(\\d+)`));
  const pieces = parts.map((part, index) => (index % 2 === 0 ? Buffer.from(part) : files[Number(part)]));
  const length = pieces.reduce((sum, piece) => {
    if (piece === undefined) return sum;
    return sum + (piece instanceof Uint8Array ? piece.byteLength : Math.ceil(piece.size / 3) * 4);
  }, 0);
  return { length, slices: slicesOf(source, pieces), prepare: () => source.store.findBytes(files) };
}

function bodyOfText(text: string): StreamedBody {
  async function* encode() {
    yield Buffer.from(text);
  }
  return { text, length: Buffer.byteLength(text), slices: encode() };
}

async function* slicesOf(source: FileSource, pieces: readonly (Uint8Array | StoredFile | undefined)[]): AsyncGenerator<Uint8Array> {
  for (const piece of pieces) {
    if (piece instanceof Uint8Array) yield piece;
    else if (piece) yield* base64Slices(source, piece);
  }
}

/** A stream that takes the next slice when the reader pulls. */
export function streamSlices(slices: AsyncIterable<Uint8Array>): ReadableStream<Uint8Array> {
  const iterator = slices[Symbol.asyncIterator]();
  return new ReadableStream(
    {
      async pull(controller) {
        const { done, value } = await iterator.next();
        if (done) controller.close();
        else controller.enqueue(value);
      },
      async cancel() {
        await iterator.return?.();
      },
    },
    { highWaterMark: 0 },
  );
}
