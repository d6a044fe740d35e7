/** Locks a file for one process of this machine at a time. */
import { mkdir } from "node:fs/promises";
import path from "node:path";
import { DatabaseSync } from "node:sqlite";
import { setTimeout as wait } from "node:timers/promises";
import { isBusy } from "../../src/sqlite/resultCode.ts";

/**
 * Waits until no other process holds the lock, then acquires it. The lock is SQLite's lock on the file, which the operating system releases
 * when the process ends. The file is not deleted, because another process may be waiting for it.
 * @param onWait called once, if it has to wait.
 * @returns a function that releases the lock.
 */
export async function lockFile(file: string, onWait: () => void): Promise<() => void> {
  await mkdir(path.dirname(file), { recursive: true });
  for (let isReported = false; ; isReported = true) {
    const database = new DatabaseSync(file);
    try {
      database.exec("PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE");
      return () => database.close();
    } catch (error) {
      database.close();
      if (!isBusy(error)) throw error;
    }
    if (!isReported) onWait();
    await wait(250);
  }
}
