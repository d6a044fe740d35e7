import { DatabaseSync } from "node:sqlite";

/**
 * The shared form of `withFileLock`'s lock: several processes may hold it at once, but not while one holds it exclusively. It is SQLite's
 * lock, which the operating system releases when the process ends.
 */
export class SharedLock {
  readonly #database: DatabaseSync;

  constructor(path: string) {
    this.#database = new DatabaseSync(path);
  }

  /** @throws SQLite's error while another process holds the lock exclusively, and what `work` throws. */
  hold<Result>(work: () => Result): Result {
    try {
      // Reading acquires the lock.
      this.#database.exec("BEGIN; SELECT 1 FROM sqlite_schema");
      return work();
    } finally {
      if (this.#database.isTransaction) this.#database.exec("ROLLBACK");
    }
  }

  close(): void {
    this.#database.close();
  }
}
