import type { DatabaseSync } from "node:sqlite";

/** Writes everything that `work` writes, or nothing. @throws what `work` or SQLite throws. */
export function transact<Result>(database: DatabaseSync, work: () => Result): Result {
  database.exec("BEGIN IMMEDIATE");
  try {
    const result = work();
    database.exec("COMMIT");
    return result;
  } catch (error) {
    // A full disk ends the transaction by itself.
    if (database.isTransaction) database.exec("ROLLBACK");
    throw error;
  }
}
