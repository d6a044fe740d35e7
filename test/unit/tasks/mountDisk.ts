/** Mounts a disk in memory until the test is over. */
import { spawnSync } from "node:child_process";
import { onTestFinished } from "vitest";
import { temporaryFolder } from "./temporaryFolder.ts";

export const isRoot = process.getuid?.() === 0;

/** A disk in memory, of a size and with options; undefined where this machine does not allow it. */
export async function mountDisk(options: string): Promise<string | undefined> {
  if (process.platform !== "linux" || !isRoot) return undefined;
  const folder = await temporaryFolder();
  if (spawnSync("mount", ["-t", "tmpfs", "-o", options, "tmpfs", folder]).status !== 0) return undefined;
  onTestFinished(() => {
    spawnSync("umount", ["-l", folder]);
  });
  return folder;
}
