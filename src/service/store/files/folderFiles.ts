/** Stores large files in a folder that only its user can read. */
import { randomUUID } from "node:crypto";
import { access, constants, type FileHandle, mkdir, open, readdir, rename, rm, rmdir, stat, statfs } from "node:fs/promises";
import { join } from "node:path";
import { type FileOwner, type FileStore, fileSlice } from "./fileStore.ts";

export interface FileFolderOptions {
  root: string;
  /** Folder in `root` of the services that share one database: only they remove each other's files. */
  area: string;
  owner: FileOwner;
  /** Whether files must survive a power failure. */
  isDurable: boolean;
}

/** The suffix of a file that is being written. */
const unfinished = ".part";
/** With less space in bytes, most results could not be stored. */
const leastSpace = 4 * 1024 ** 2;

/**
 * Each process writes to a folder of its own. A file that is not in the database is left over if its process is dead, or if its process is
 * this one and is not about to record it. This needs no clock.
 */
export function createFolderFiles({ root, area, owner, isDurable }: FileFolderOptions): FileStore {
  const folderOf = (id: string) => `${area}/${id}`;
  const pathOf = (location: string) => join(root, ...location.split("/"));
  /** Locations that may still be recorded in the database. */
  const pending = new Set<string>();

  async function prepare(): Promise<void> {
    const created = await mkdir(pathOf(folderOf(owner.id)), { recursive: true, mode: 0o700 });
    if (isDurable && created !== undefined) for (const folder of [pathOf(area), root]) await syncFolder(folder);
  }

  async function write(chunks: Iterable<Uint8Array> | AsyncIterable<Uint8Array>): Promise<string> {
    await prepare().catch(refuse);
    const location = `${folderOf(owner.id)}/${randomUUID()}`;
    const path = pathOf(location);
    pending.add(location);
    let handle: FileHandle | undefined;
    try {
      handle = await open(path + unfinished, "wx", 0o600).catch(refuse);
      for await (const chunk of chunks) await writeWhole(handle, chunk).catch(refuse);
      if (isDurable) await handle.sync().catch(refuse);
      await handle.close().catch(refuse);
      await rename(path + unfinished, path).catch(refuse);
      if (isDurable) await syncFolder(pathOf(folderOf(owner.id))).catch(refuse);
      return location;
    } catch (error) {
      // Already closed if closing was the step that failed.
      await handle?.close().catch(() => undefined);
      await remove([path + unfinished, path]);
      pending.delete(location);
      throw error;
    }
  }

  async function sweepFolder(id: string, isKept: (location: string) => Promise<boolean>): Promise<void> {
    for (const name of await list(pathOf(folderOf(id)))) {
      const location = `${folderOf(id)}/${name}`;
      if (pending.has(location.endsWith(unfinished) ? location.slice(0, -unfinished.length) : location)) continue;
      if (location.endsWith(unfinished) || !(await isKept(location))) await remove([pathOf(location)]);
    }
    // Fails, as intended, if the folder is not empty.
    if (id !== owner.id) await rmdir(pathOf(folderOf(id))).catch(() => undefined);
  }

  return {
    write,
    keep: (location) => void pending.delete(location),
    async *read(location, start, end) {
      const handle = await open(pathOf(location), "r").catch(refuse);
      try {
        for (let at = start; at < end; at += fileSlice) yield await readWhole(handle, at, Math.min(fileSlice, end - at));
      } finally {
        await handle.close();
      }
    },
    async find(location, size) {
      const found = await stat(pathOf(location)).catch(refuse);
      if (found.size !== size) throw new Error("A stored file is shorter than it was.");
    },
    async check() {
      await prepare().catch(refuse);
      await access(pathOf(folderOf(owner.id)), constants.W_OK | constants.X_OK).catch(refuse);
      const { blocks, bavail, bsize } = await statfs(pathOf(folderOf(owner.id))).catch(refuse);
      // Some network file systems report no sizes.
      if (blocks > 0 && bavail * bsize < leastSpace) refuse(Object.assign(new Error(), { code: "ENOSPC" }));
    },
    async delete(locations) {
      await remove(locations.map(pathOf));
      for (const location of locations) pending.delete(location);
    },
    async sweep(isKept) {
      for (const id of await list(pathOf(area))) {
        if (id === owner.id || !(await owner.isAlive(id))) await sweepFolder(id, isKept);
      }
    },
    async close() {
      await rmdir(pathOf(folderOf(owner.id))).catch(() => undefined);
    },
  };
}

/** Empty if the folder does not exist. */
async function list(folder: string): Promise<string[]> {
  return readdir(folder).catch(() => []);
}

async function remove(paths: readonly string[]): Promise<void> {
  await Promise.all(paths.map((path) => rm(path, { force: true }).catch(() => undefined)));
}

async function writeWhole(handle: FileHandle, chunk: Uint8Array): Promise<void> {
  for (let from = 0; from < chunk.byteLength; ) {
    const { bytesWritten } = await handle.write(chunk, from, chunk.byteLength - from);
    from += bytesWritten;
  }
}

async function readWhole(handle: FileHandle, at: number, length: number): Promise<Uint8Array> {
  const slice = Buffer.allocUnsafeSlow(length);
  for (let filled = 0; filled < length; ) {
    const { bytesRead } = await handle.read(slice, filled, length - filled, at + filled);
    if (bytesRead === 0) throw new Error("A stored file is shorter than it was.");
    filled += bytesRead;
  }
  return slice;
}

/** Not needed on Windows, whose file system syncs folders. */
async function syncFolder(folder: string): Promise<void> {
  if (process.platform === "win32") return;
  const handle = await open(folder, "r");
  await handle.sync().finally(() => handle.close());
}

/** Throws an error without the path, because a log may show it. */
function refuse(error: unknown): never {
  const code = error instanceof Error && "code" in error ? String(error.code) : "unknown error";
  throw new Error(`the folder of files cannot be used: ${code}`);
}
