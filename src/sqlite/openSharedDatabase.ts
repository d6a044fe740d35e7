/** A file's path and what makes a database of ours of it in; the database, whichever process begins it, out. */
import { DatabaseSync } from "node:sqlite";
import { pause } from "./pause.ts";
import { readResultCode, sqliteBusy } from "./resultCode.ts";

/** Milliseconds that another process may hold the database. */
const busyMilliseconds = 5_000;

/**
 * Opens the file with a write-ahead log and calls `prepare`, which sets the tables up. SQLite refuses at once, whatever its busy timeout, to
 * change a new file to such a log while another process does the same: everything is tried again then, so `prepare` may run several times.
 * @param settings further pragmas, set before `prepare` runs.
 * @throws what SQLite or `prepare` throws; the database is closed then.
 */
export function openSharedDatabase(path: string, settings: string, prepare: (database: DatabaseSync) => void): DatabaseSync {
  const started = Date.now();
  while (true) {
    const database = new DatabaseSync(path);
    try {
      database.exec(`PRAGMA busy_timeout = ${busyMilliseconds}; PRAGMA journal_mode = WAL; PRAGMA foreign_keys = ON; ${settings}`);
      prepare(database);
      return database;
    } catch (error) {
      database.close();
      if (readResultCode(error) !== sqliteBusy || Date.now() - started > busyMilliseconds) throw error;
      pause();
    }
  }
}
