/** Removes the oldest files of a folder to keep it within its limits. */
import { readdir, rm, stat } from "node:fs/promises";
import path from "node:path";

export interface FolderBounds {
  /** Milliseconds since a file was last used. */
  age: number;
  /** Total size of all files. */
  bytes: number;
}

/** `now` in Unix milliseconds. Ignores files that another process removes at the same time. */
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
