import { DatabaseSync } from "node:sqlite";

/**
 * The lock of `withFileLock`, for those who do not exclude each other: while one of them has it, nobody has it alone. It is SQLite's own, which
 * the operating system releases when the process ends.
 */
export class SharedLock {
  readonly #database: DatabaseSync;

  constructor(path: string) {
    this.#database = new DatabaseSync(path);
  }

  /** @throws SQLite's error while another process has the lock alone, and what `work` throws. */
  hold<Result>(work: () => Result): Result {
    try {
      // Reading takes the lock.
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
