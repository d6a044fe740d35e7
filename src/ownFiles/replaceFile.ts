import { randomUUID } from "node:crypto";
import { mkdir, rename, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";

interface ReplaceOptions {
  /** Permissions of the folder, if it is created. */
  folderMode?: number;
}

/**
 * Writes a file atomically: readers see the earlier content or the new one. Creates its folder.
 * @throws the file system's error; then nothing is left behind.
 */
export async function replaceFile(file: string, content: string | Uint8Array, { folderMode }: ReplaceOptions = {}): Promise<void> {
  const temporary = `${file}.${randomUUID()}`;
  await mkdir(path.dirname(file), { recursive: true, mode: folderMode });
  try {
    await writeFile(temporary, content);
    await renameWhenFree(temporary, file);
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  }
}

/** How often a file is renamed that another program has open, and how long to wait in between, in milliseconds: two seconds together. */
const attempts = 20;
const wait = 100;

/** Windows refuses to replace a file that another program, such as a virus scanner, has open. */
async function renameWhenFree(from: string, to: string): Promise<void> {
  for (let left = attempts; ; left -= 1) {
    try {
      await rename(from, to);
      return;
    } catch (error) {
      if (process.platform !== "win32" || left === 0 || !isInUse(error)) throw error;
    }
    await sleep(wait);
  }
}

function isInUse(error: unknown): boolean {
  return error instanceof Error && "code" in error && ["EPERM", "EACCES", "EBUSY"].includes(String(error.code));
}
