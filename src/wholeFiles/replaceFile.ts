import { randomUUID } from "node:crypto";
import { mkdir, rename, rm, writeFile } from "node:fs/promises";
import path from "node:path";

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
    await rename(temporary, file);
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  }
}
