/** Mounts a disk in memory for the duration of a test. */
import { spawnSync } from "node:child_process";
import { onTestFinished } from "vitest";
import { temporaryFolder } from "./temporaryFolder.ts";

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
