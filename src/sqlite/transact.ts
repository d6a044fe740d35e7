import type { DatabaseSync } from "node:sqlite";

/**
 * Writes everything that `work` writes, or nothing. Work that only reads is `DEFERRED`: all of it sees one state of the database.
 * @throws what `work` or SQLite throws.
 */
export function transact<Result>(database: DatabaseSync, work: () => Result, mode: "IMMEDIATE" | "DEFERRED" = "IMMEDIATE"): Result {
  database.exec(`BEGIN ${mode}`);
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
