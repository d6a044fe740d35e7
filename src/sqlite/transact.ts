import type { DatabaseSync } from "node:sqlite";

/**
 * Writes everything that `work` writes, or nothing. Work that only reads uses `DEFERRED`, and sees one state of the database.
 * @throws what `work` or SQLite throws.
 */
export function transact<Result>(database: DatabaseSync, work: () => Result, mode: "IMMEDIATE" | "DEFERRED" = "IMMEDIATE"): Result {
  database.exec(`BEGIN ${mode}`);
  try {
    const result = work();
    database.exec("COMMIT");
    return result;
  } catch (error) {
    // SQLite rolls back automatically when the disk is full.
    if (database.isTransaction) database.exec("ROLLBACK");
    throw error;
  }
}
