/** Keeps bytes on the disk while they arrive, so that slow senders and large files use no memory. */
import { randomUUID } from "node:crypto";
import { type FileHandle, open, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import type { FileSource } from "./byteSource.ts";

/** Bytes that are kept in memory: a request without files is rarely larger. */
export const smallFile = 64 * 1024;
/** Bytes that `chunks` reads at once. */
const sliceLength = 1024 ** 2;
/** Bytes that are read ahead, so that reading many small headers needs few calls. */
const window = 64 * 1024;

export class ArrivingFile implements FileSource {
  readonly #path: string;
  #chunks: Uint8Array[] = [];
  #size = 0;
  #file: FileHandle | undefined;
  #ahead: { from: number; bytes: Buffer } | undefined;

  constructor(folder = tmpdir()) {
    this.#path = path.join(folder, `generation-studio-arriving-${randomUUID()}`);
  }

  /** Bytes that have arrived. */
  get size(): number {
    return this.#size;
  }

  /** Rejects if the file cannot be created or written. */
  async add(chunk: Uint8Array): Promise<void> {
    this.#size += chunk.byteLength;
    this.#ahead = undefined;
    if (this.#size <= smallFile) {
      this.#chunks.push(chunk);
      return;
    }
    this.#file ??= await this.#create();
    for (const kept of this.#chunks.splice(0)) await writeWhole(this.#file, kept);
    await writeWhole(this.#file, chunk);
  }

  /** Rejects if the file cannot be read. */
  async read(offset: number, length: number): Promise<Buffer> {
    const wanted = Math.max(0, Math.min(length, this.#size - offset));
    if (wanted === 0) return Buffer.alloc(0);
    if (!this.#file) return Buffer.concat(this.#chunks, this.#size).subarray(offset, offset + wanted);
    if (wanted >= window) return readWhole(this.#file, offset, wanted);
    const { from, bytes } = this.#ahead ?? { from: 0, bytes: Buffer.alloc(0) };
    if (offset >= from && offset + wanted <= from + bytes.length) return bytes.subarray(offset - from, offset - from + wanted);
    const ahead = await readWhole(this.#file, offset, Math.min(window, this.#size - offset));
    this.#ahead = { from: offset, bytes: ahead };
    return ahead.subarray(0, wanted);
  }

  /** All that was added. Rejects if it cannot be read. */
  readWhole(): Promise<Buffer> {
    return this.read(0, this.#size);
  }

  /** All that was added, in parts. */
  async *chunks(): AsyncGenerator<Uint8Array> {
    for (let at = 0; at < this.#size; at += sliceLength) yield await this.read(at, sliceLength);
  }

  /** Removes the file. May be called again. */
  async close(): Promise<void> {
    const file = this.#file;
    this.#file = undefined;
    this.#chunks = [];
    await file?.close();
    if (file) await rm(this.#path, { force: true });
  }

  async #create(): Promise<FileHandle> {
    const file = await open(this.#path, "wx+", 0o600);
    // Without a name, the file also disappears when the process is killed. Where the system forbids this, `close` removes it.
    await rm(this.#path, { force: true }).catch(() => undefined);
    return file;
  }
}

async function readWhole(file: FileHandle, offset: number, length: number): Promise<Buffer> {
  // Outside of the pool of small buffers, so that it is freed as a whole.
  const part = Buffer.allocUnsafeSlow(length);
  for (let at = 0; at < length; ) {
    const { bytesRead } = await file.read(part, at, length - at, offset + at);
    if (bytesRead === 0) throw new Error("A temporary file is shorter than it was.");
    at += bytesRead;
  }
  return part;
}

async function writeWhole(file: FileHandle, chunk: Uint8Array): Promise<void> {
  for (let at = 0; at < chunk.byteLength; ) at += (await file.write(chunk, at)).bytesWritten;
}
