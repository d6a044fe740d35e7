/** The tables of the service's database. */
import { randomInt } from "node:crypto";
import { join } from "node:path";
import type { DatabaseSync } from "node:sqlite";
import type { DatabaseSchema } from "../../../sqlite/databaseSchema.ts";
import { type OpenedDatabase, openDatabase, openTemporaryDatabase } from "../../../sqlite/openDatabase.ts";
import { transact } from "../../../sqlite/transact.ts";

/** Stores tasks and files for 30 days, and accounts. */
export const serviceDatabase: DatabaseSchema = {
  name: "The service's database",
  content: { table: "tasks", plural: "Tasks" },
  migrations: [
    `
    CREATE TABLE accounts (id TEXT PRIMARY KEY, key TEXT, balance INTEGER NOT NULL) STRICT, WITHOUT ROWID;
    CREATE TABLE tasks (
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
    CREATE INDEX tasks_by_age ON tasks (created_at);
    CREATE INDEX unfinished_tasks ON tasks (created_at) WHERE status IN ('pending', 'processing');
    CREATE TABLE files (
      token TEXT PRIMARY KEY,
      task TEXT NOT NULL REFERENCES tasks (id) ON DELETE CASCADE,
      name TEXT NOT NULL,
      media_type TEXT NOT NULL,
      format TEXT NOT NULL,
      size INTEGER NOT NULL,
      bytes BLOB
    ) STRICT;
    CREATE INDEX files_by_task ON files (task);
    `,
    `
    ALTER TABLE tasks ADD COLUMN provider TEXT NOT NULL DEFAULT 'demo';
    ALTER TABLE tasks ADD COLUMN error_param TEXT;
    ALTER TABLE tasks ADD COLUMN sent BLOB;
    `,
    `
    ALTER TABLE accounts ADD COLUMN bonus INTEGER NOT NULL DEFAULT 0;
    ALTER TABLE accounts ADD COLUMN referral INTEGER NOT NULL DEFAULT 0;
    `,
    `
    ALTER TABLE files ADD COLUMN location TEXT;
    CREATE INDEX files_by_location ON files (location) WHERE location IS NOT NULL;
    `,
    `
    CREATE TABLE days (
      account TEXT NOT NULL,
      day TEXT NOT NULL,
      tasks INTEGER NOT NULL,
      cost INTEGER NOT NULL,
      balance INTEGER,
      PRIMARY KEY (account, day)
    ) STRICT, WITHOUT ROWID;
    INSERT INTO days (account, day, tasks, cost)
      SELECT account, date(finished_at / 1000, 'unixepoch'), count(*), sum(cost) FROM tasks WHERE finished_at IS NOT NULL GROUP BY 1, 2;
    `,
    `
    ALTER TABLE tasks ADD COLUMN deleted INTEGER NOT NULL DEFAULT 0;
    `,
    `
    ALTER TABLE tasks ADD COLUMN reserved INTEGER NOT NULL DEFAULT 0;
    CREATE INDEX reserved_tasks ON tasks (account, reserved) WHERE status IN ('pending', 'processing') AND reserved > 0;
    `,
    `
    CREATE TABLE progress (task TEXT PRIMARY KEY REFERENCES tasks (id) ON DELETE CASCADE, body BLOB NOT NULL) STRICT, WITHOUT ROWID;
    `,
    `
    ALTER TABLE tasks ADD COLUMN error_retry_after INTEGER;
    `,
    `
    CREATE TABLE left_requests (task TEXT PRIMARY KEY, account TEXT NOT NULL, digest TEXT NOT NULL, left_at INTEGER NOT NULL) STRICT, WITHOUT ROWID;
    CREATE INDEX left_by_digest ON left_requests (digest);
    CREATE TABLE named_requests (
      account TEXT NOT NULL,
      name TEXT NOT NULL,
      digest TEXT NOT NULL,
      task TEXT NOT NULL,
      named_at INTEGER NOT NULL,
      PRIMARY KEY (account, name)
    ) STRICT, WITHOUT ROWID;
    `,
    `
    ALTER TABLE tasks ADD COLUMN is_kept INTEGER NOT NULL DEFAULT 1;
    CREATE INDEX unkept_tasks ON tasks (finished_at) WHERE is_kept = 0;
    CREATE TABLE inputs (task TEXT PRIMARY KEY REFERENCES tasks (id) ON DELETE CASCADE, request BLOB NOT NULL) STRICT;
    `,
    `
    CREATE TABLE sweep (
      id INTEGER PRIMARY KEY CHECK (id = 1),
      seen_at INTEGER NOT NULL,
      trusted_at INTEGER NOT NULL,
      held_until INTEGER
    ) STRICT;
    `,
  ],
};

/** Milliseconds. The service has its own thread, which may wait for another service on the same folder. */
const busyMilliseconds = 5000;

/**
 * With a folder: `generation-service.db` in it, synced at every commit, so that an accepted task survives a killed process or a crashed
 * machine. Without: an in-memory database.
 * @throws DatabaseError when the folder cannot be written or the database is of a newer version.
 */
export async function openServiceDatabase(folder: string | undefined): Promise<OpenedDatabase> {
  if (folder === undefined) return openTemporaryDatabase(serviceDatabase);
  return openDatabase(join(folder, "generation-service.db"), serviceDatabase, { synchronous: "FULL", busyMilliseconds });
}

/**
 * A unique name of the database, for data that belongs to it but is stored elsewhere. It is kept when the file is moved. A database that
 * replaces a damaged one gets a new name.
 */
export function identityOf(database: DatabaseSync): string {
  return transact(database, () => {
    const read = () => Number(database.prepare("PRAGMA application_id").get()?.application_id ?? 0);
    if (read() === 0) database.exec(`PRAGMA application_id = ${randomInt(1, 2 ** 31)}`);
    return read().toString(16);
  });
}
