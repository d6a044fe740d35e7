/** Writes bytes to a temporary file and computes their SHA-256. */
import { createHash, type Hash, randomUUID } from "node:crypto";
import { type FileHandle, mkdir, open, rm } from "node:fs/promises";
import { join } from "node:path";
import { readDiskError } from "./readDiskError.ts";

export interface WrittenFile {
  path: string;
  /** Bytes. */
  size: number;
  /** Hexadecimal. */
  sha256: string;
  /** The hash state of the file, so that bytes can be added to it. */
  resumeHash: () => Hash;
}

/** Accepts bytes synchronously and writes them in the background; the producer awaits `keepUp` when the disk is slower. */
export interface TemporaryFile {
  readonly path: string;
  /** Returns memory for at least `size` more bytes; report to `fill` how much of it was used. */
  reserve(size: number): Buffer;
  fill(size: number): void;
  /** Resolves when few enough bytes wait for the disk; undefined if that is already so. Rejects with `disk`. */
  keepUp(): Promise<void> | undefined;
  /** Writes the remaining bytes and closes the file. Rejects with `disk`. */
  finish(): Promise<WrittenFile>;
  /** Closes and removes the file; never rejects. */
  discard(): Promise<void>;
}

/** Bytes written at once. */
const blockSize = 512 * 1024;
/** How many blocks may wait for the disk. */
const waitingBlocks = 2;

export function createTemporaryFile(folder: string): TemporaryFile {
  const path = join(folder, `${randomUUID()}.part`);
  const hash = createHash("sha256");
  const spare: Buffer[] = [];
  let block: Buffer = Buffer.allocUnsafeSlow(blockSize);
  let filled = 0;
  let size = 0;
  let waiting = 0;
  let firstError: unknown;
  let handle: FileHandle | undefined;
  let written: Promise<void> = start();

  async function start(): Promise<void> {
    try {
      await mkdir(folder, { recursive: true });
      handle = await open(path, "wx");
    } catch (error) {
      firstError ??= error;
    }
  }

  async function write(full: Buffer, length: number, before: Promise<void>): Promise<void> {
    await before;
    try {
      for (let from = 0; from < length && handle && firstError === undefined; ) {
        const { bytesWritten } = await handle.write(full, from, length - from);
        from += bytesWritten;
      }
    } catch (error) {
      firstError ??= error;
    }
    waiting -= 1;
    spare.push(full);
  }

  function flush(): void {
    if (filled === 0) return;
    hash.update(block.subarray(0, filled));
    size += filled;
    waiting += 1;
    written = write(block, filled, written);
    filled = 0;
    block = spare.pop() ?? Buffer.allocUnsafeSlow(blockSize);
  }

  async function catchUp(): Promise<void> {
    while (waiting > waitingBlocks && firstError === undefined) await written;
    if (firstError !== undefined) throw readDiskError(firstError);
  }

  async function close(): Promise<void> {
    await written;
    const opened = handle;
    handle = undefined;
    await opened?.close();
  }

  return {
    path,
    reserve(wanted) {
      if (block.length - filled < wanted) flush();
      if (block.length < wanted) block = Buffer.allocUnsafeSlow(wanted);
      return block.subarray(filled);
    },
    fill(added) {
      filled += added;
    },
    keepUp: () => (waiting > waitingBlocks || firstError !== undefined ? catchUp() : undefined),
    async finish() {
      flush();
      await close().catch((error: unknown) => {
        firstError ??= error;
      });
      if (firstError !== undefined) throw readDiskError(firstError);
      const whole = hash.copy();
      return { path, size, sha256: hash.digest("hex"), resumeHash: () => whole.copy() };
    },
    async discard() {
      await close().catch(() => undefined);
      await rm(path, { force: true }).catch(() => undefined);
    },
  };
}

/** Removes files; never rejects. */
export async function discardFiles(paths: readonly string[]): Promise<void> {
  await Promise.all(paths.map((path) => rm(path, { force: true }).catch(() => undefined)));
}
