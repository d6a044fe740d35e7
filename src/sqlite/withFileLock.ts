import { DatabaseSync } from "node:sqlite";
import { retryWhileBusy } from "./retryWhileBusy.ts";

/**
 * Runs `work` in one process at a time. The lock is SQLite's lock on a file, which the operating system releases when the process ends. The
 * file is not deleted, because another process may be waiting for it.
 * @throws SQLite's error when another process holds the lock for too long, and what `work` throws.
 */
export async function withFileLock<Result>(path: string, work: () => Promise<Result>): Promise<Result> {
  const lock = await retryWhileBusy(() => {
    const database = new DatabaseSync(path);
    try {
      database.exec("PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE");
      return database;
    } catch (error) {
      database.close();
      throw error;
    }
  });
  try {
    return await work();
  } finally {
    lock.close();
  }
}
