/** Locks a file for one process of this machine at a time. */
import { mkdir, open, readFile, rename, rm } from "node:fs/promises";
import path from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { isProcessAlive } from "../isProcessAlive.ts";

/**
 * Waits until no other living process holds the lock file, then acquires it. A lock whose owner has died is taken over.
 * @param onWait called once, with the owner's process id, if it has to wait.
 * @returns a function that releases the lock.
 */
export async function lockFile(file: string, onWait: (owner: number) => void): Promise<() => Promise<void>> {
  await mkdir(path.dirname(file), { recursive: true });
  let isReported = false;
  for (;;) {
    try {
      const handle = await open(file, "wx");
      await handle.writeFile(String(process.pid));
      await handle.close();
      return () => rm(file, { force: true });
    } catch (error) {
      if (!isCode(error, "EEXIST")) throw error;
    }
    const owner = Number(await readFile(file, "utf8").catch(() => ""));
    if (owner > 0 && !isProcessAlive(owner)) {
      // Renaming a stale lock succeeds for only one of several waiting processes.
      const stale = `${file}.${process.pid}`;
      await rename(file, stale).catch(() => undefined);
      await rm(stale, { force: true });
      continue;
    }
    if (!isReported && owner > 0) onWait(owner);
    isReported ||= owner > 0;
    await wait(250);
  }
}

function isCode(error: unknown, code: string): boolean {
  return error instanceof Error && "code" in error && error.code === code;
}
