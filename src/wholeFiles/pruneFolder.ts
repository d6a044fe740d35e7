/** Removes the oldest files of a folder, so that it stays within its bounds. */
import { readdir, rm, stat } from "node:fs/promises";
import path from "node:path";

export interface FolderBounds {
  /** Milliseconds since a file was last used. */
  age: number;
  /** Of all files together. */
  bytes: number;
}

/** `now` in Unix milliseconds. What another process removes meanwhile is left to it. */
export async function pruneFolder(folder: string, { age, bytes }: FolderBounds, now: number): Promise<void> {
  const names = await readdir(folder).catch(() => []);
  const files = await Promise.all(
    names.map(async (name) => {
      const file = path.join(folder, name);
      const found = await stat(file).catch(() => undefined);
      return found?.isFile() === true ? [{ file, used: found.mtimeMs, size: found.size }] : [];
    }),
  );
  let kept = 0;
  for (const { file, used, size } of files.flat().toSorted((one, other) => other.used - one.used)) {
    kept += size;
    if (now - used > age || kept > bytes) await rm(file, { force: true }).catch(() => undefined);
  }
}
