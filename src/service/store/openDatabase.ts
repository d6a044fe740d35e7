/** A folder, or nothing, in; the service's SQLite database with its tables out. */
import { chmodSync, closeSync, mkdirSync, openSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { openSharedDatabase } from "../../sqlite/openSharedDatabase.ts";

/** Grows when the tables change; a database of another version is not understood. */
const version = 1;

const tables = `
  CREATE TABLE IF NOT EXISTS accounts (id TEXT PRIMARY KEY, key TEXT, balance INTEGER NOT NULL) STRICT, WITHOUT ROWID;
  CREATE TABLE IF NOT EXISTS tasks (
    id TEXT PRIMARY KEY,
    account TEXT NOT NULL,
    owner TEXT NOT NULL,
    endpoint TEXT NOT NULL,
    kind TEXT NOT NULL,
    model TEXT NOT NULL,
    status TEXT NOT NULL,
    created_at INTEGER NOT NULL,
    finished_at INTEGER,
    request BLOB,
    echo BLOB,
    result BLOB,
    usage BLOB,
    cost INTEGER NOT NULL DEFAULT 0,
    error_code TEXT,
    error_message TEXT
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX IF NOT EXISTS tasks_by_age ON tasks (created_at);
  CREATE INDEX IF NOT EXISTS unfinished_tasks ON tasks (created_at) WHERE status IN ('pending', 'processing');
  CREATE TABLE IF NOT EXISTS files (
    token TEXT PRIMARY KEY,
    task TEXT NOT NULL REFERENCES tasks (id) ON DELETE CASCADE,
    name TEXT NOT NULL,
    media_type TEXT NOT NULL,
    format TEXT NOT NULL,
    size INTEGER NOT NULL,
    bytes BLOB
  ) STRICT;
  CREATE INDEX IF NOT EXISTS files_by_task ON files (task);
  PRAGMA user_version = ${version};
`;

/**
 * With a folder: `generation-service.db` in it, readable by its owner alone, written ahead and synced at every commit, so that neither a
 * killed process nor a lost machine takes an accepted task with it. Without: SQLite's private temporary database, which lives in memory,
 * spills to an unnamed file when it grows large, and is gone with the process. What is deleted is overwritten.
 * Throws when the folder cannot be written or the database is of another version.
 */
export function openDatabase(folder: string | undefined): DatabaseSync {
  if (folder === undefined) {
    const database = new DatabaseSync("");
    database.exec(`PRAGMA journal_mode = MEMORY; PRAGMA synchronous = OFF; PRAGMA foreign_keys = ON; ${tables}`);
    return database;
  }
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const path = join(folder, "generation-service.db");
  // SQLite gives the files beside a database the permissions that the database has.
  closeSync(openSync(path, "a", 0o600));
  chmodSync(path, 0o600);
  return openSharedDatabase(path, "PRAGMA synchronous = FULL; PRAGMA secure_delete = ON;", (database) => {
    const found = database.prepare("PRAGMA user_version").get()?.user_version;
    if (found !== 0 && found !== version) {
      throw new Error(`${path} was written by another version of the service (${String(found)}, expected ${version}).`);
    }
    database.exec(tables);
  });
}
