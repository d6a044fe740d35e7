/** Mounts a disk in memory for the duration of a test, and fills it. */
import { spawnSync } from "node:child_process";
import { closeSync, openSync, rmSync, writeSync } from "node:fs";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import { temporaryFolder } from "../temporaryFolder.ts";

export const isRoot = process.getuid?.() === 0;

/** A disk in memory with a size and options; undefined if this machine does not allow mounting. */
export async function mountDisk(options: string): Promise<string | undefined> {
  if (process.platform !== "linux" || !isRoot) return undefined;
  const folder = await temporaryFolder();
  if (spawnSync("mount", ["-t", "tmpfs", "-o", options, "tmpfs", folder]).status !== 0) return undefined;
  onTestFinished(() => {
    spawnSync("umount", ["-l", folder]);
  });
  return folder;
}

/** Fills the disk to its last byte. @returns a function that frees the space again. */
export function fillDisk(folder: string): () => void {
  const path = join(folder, "filler");
  const file = openSync(path, "w");
  for (const size of [64 * 1024, 4096, 1]) {
    try {
      while (true) writeSync(file, Buffer.alloc(size));
    } catch {
      // The size at which the disk is full.
    }
  }
  closeSync(file);
  return () => rmSync(path);
}
