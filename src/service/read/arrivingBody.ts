/** Keeps a request's body on the disk while it arrives, so that slow clients use no memory. */
import { randomUUID } from "node:crypto";
import { type FileHandle, open, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";

/** Bytes of a body that are kept in memory: a request without files is rarely larger. */
export const smallBody = 64 * 1024;

export class ArrivingBody {
  readonly #path: string;
  #chunks: Uint8Array[] = [];
  #size = 0;
  #file: FileHandle | undefined;

  constructor(folder = tmpdir()) {
    this.#path = path.join(folder, `generation-studio-body-${randomUUID()}`);
  }

  /** Rejects if the file cannot be created or written. */
  async add(chunk: Uint8Array): Promise<void> {
    this.#size += chunk.byteLength;
    if (this.#size <= smallBody) {
      this.#chunks.push(chunk);
      return;
    }
    this.#file ??= await this.#create();
    for (const kept of this.#chunks.splice(0)) await writeWhole(this.#file, kept);
    await writeWhole(this.#file, chunk);
  }

  /** All that was added. Rejects if it cannot be read. */
  async read(): Promise<Uint8Array> {
    if (!this.#file) return Buffer.concat(this.#chunks, this.#size);
    // Outside of the pool of small buffers, so that it is freed as a whole.
    const whole = Buffer.allocUnsafeSlow(this.#size);
    for (let at = 0; at < whole.byteLength; ) {
      const { bytesRead } = await this.#file.read(whole, at, whole.byteLength - at, at);
      if (bytesRead === 0) throw new Error("A temporary file is shorter than it was.");
      at += bytesRead;
    }
    return whole;
  }

  /** Removes the file. */
  async close(): Promise<void> {
    await this.#file?.close();
    if (this.#file) await rm(this.#path, { force: true });
  }

  async #create(): Promise<FileHandle> {
    const file = await open(this.#path, "wx+", 0o600);
    // Without a name, the file also disappears when the process is killed. Where the system forbids this, `close` removes it.
    await rm(this.#path, { force: true }).catch(() => undefined);
    return file;
  }
}

async function writeWhole(file: FileHandle, chunk: Uint8Array): Promise<void> {
  for (let at = 0; at < chunk.byteLength; ) at += (await file.write(chunk, at)).bytesWritten;
}
