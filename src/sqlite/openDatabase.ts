/** Opens a database file that several processes share, migrates it to the current schema, and repairs a damaged one. */
import { chmodSync, existsSync, mkdirSync, renameSync, statSync } from "node:fs";
import { dirname } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { errorText } from "../contract/errorText.ts";
import { DatabaseError } from "./databaseError.ts";
import { type DatabaseSchema, migrate, readVersion, requireKnownVersion } from "./databaseSchema.ts";
import { type Owner, openOwner } from "./owner.ts";
import { repairDatabase } from "./repairDatabase.ts";
import { readResultCode, sqliteCorrupt, sqliteNotADatabase } from "./resultCode.ts";
import { retryWhileBusy } from "./retryWhileBusy.ts";
import { withFileLock } from "./withFileLock.ts";
import { writeDatabase } from "./writeDatabase.ts";

export interface DatabaseOptions {
  /** Whether each commit survives a power failure (`FULL`), or the last ones may be lost (`NORMAL`). */
  synchronous: "FULL" | "NORMAL";
  /** Milliseconds that a statement waits, and blocks this thread, while another process holds the write lock. */
  busyMilliseconds: number;
}

export interface OpenedDatabase {
  database: DatabaseSync;
  /** Identifies this process among those that share the database's folder. */
  owner: Owner;
  /** A message for the user, set when a damaged or empty file was replaced. */
  notice: string | undefined;
  close(): void;
}

/** Larger databases are not checked completely at every start: damage is detected on use. */
const wholeCheckBytes = 64 * 1024 * 1024;

/**
 * Opens the database at `path`, which only its user can read, and becomes an owner in its folder. A new file appears with all its tables or
 * not at all. A damaged file is kept under a new name beside it, and the new one contains everything that could be read from it.
 * @throws DatabaseError `newer` for a file of a later schema version, which is not changed; `unusable` when the disk refuses, or another
 * process locks the database for too long. Then nothing is left open.
 */
export async function openDatabase(path: string, schema: DatabaseSchema, options: DatabaseOptions): Promise<OpenedDatabase> {
  let database: DatabaseSync | undefined;
  try {
    mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
    const opened = await openOrReplace(path, schema, options);
    database = opened.database;
    return withOwner(opened.database, openOwner(dirname(path)), opened.notice);
  } catch (error) {
    database?.close();
    if (error instanceof DatabaseError) throw error;
    throw new DatabaseError("unusable", `${schema.name} cannot be used (${path}): ${errorText(error)}`, error);
  }
}

/** The path of the lock that a process holds exclusively while it replaces the file at `path`. */
export function replacementLock(path: string): string {
  return `${path}.lock`;
}

/** Opens the file with which another process has replaced a damaged one. @throws DatabaseError, or SQLite's errors. */
export function openReplacement(path: string, schema: DatabaseSchema, options: DatabaseOptions): DatabaseSync {
  const database = openUndamaged(path, schema, options);
  if (database === undefined) throw new DatabaseError("unusable", `${schema.name} is damaged (${path}).`);
  return database;
}

/** Opens an in-memory database for this process, which spills to an unnamed temporary file when it grows large. */
export function openTemporaryDatabase(schema: DatabaseSchema): OpenedDatabase {
  const database = new DatabaseSync("");
  // Large pages make writing and reading files of megabytes twice as fast.
  database.exec("PRAGMA page_size = 16384; PRAGMA journal_mode = MEMORY; PRAGMA synchronous = OFF; PRAGMA foreign_keys = ON");
  migrate(database, schema);
  return withOwner(database, openOwner(undefined), undefined);
}

function withOwner(database: DatabaseSync, owner: Owner, notice: string | undefined): OpenedDatabase {
  return {
    database,
    owner,
    notice,
    close() {
      database.close();
      owner.close();
    },
  };
}

async function openOrReplace(
  path: string,
  schema: DatabaseSchema,
  options: DatabaseOptions,
): Promise<Omit<OpenedDatabase, "owner" | "close">> {
  const open = () => retryWhileBusy(() => openUndamaged(path, schema, options));
  const database = await open();
  if (database !== undefined) return { database, notice: undefined };
  return withFileLock(replacementLock(path), async () => {
    // Another process may have replaced it first.
    const other = await open();
    if (other !== undefined) return { database: other, notice: undefined };
    const notice = replace(path, schema);
    const begun = await open();
    if (begun === undefined) throw new Error("The file that was just written is damaged.");
    return { database: begun, notice };
  });
}

function replace(path: string, schema: DatabaseSchema): string | undefined {
  if (existsSync(path) || existsSync(`${path}-wal`)) return repairDatabase(path, schema);
  writeDatabase(`${path}.new`, schema);
  renameSync(`${path}.new`, path);
  return undefined;
}

class DamageFound extends Error {}

/** @returns undefined if there is no file, or it is empty or damaged. */
function openUndamaged(path: string, schema: DatabaseSchema, options: DatabaseOptions): DatabaseSync | undefined {
  const file = statSync(path, { throwIfNoEntry: false });
  // SQLite would treat an empty file as a new database, and delete the log beside it.
  if (file === undefined || file.size === 0) return undefined;
  // SQLite gives the files beside a database the same permissions as the database.
  if (file.isFile() && (file.mode & 0o077) !== 0) chmodSync(path, 0o600);
  const database = new DatabaseSync(path);
  try {
    database.exec(`PRAGMA busy_timeout = ${options.busyMilliseconds}`);
    requireKnownVersion(schema, readVersion(database));
    // Overwrites deleted prompts; otherwise they could be recovered from a damaged file, too.
    database.exec(
      `PRAGMA journal_mode = WAL; PRAGMA foreign_keys = ON; PRAGMA secure_delete = ON; PRAGMA synchronous = ${options.synchronous}`,
    );
    if (file.size <= wholeCheckBytes) requireUndamaged(database);
    migrate(database, schema);
    requireColumns(database, schema);
    return database;
  } catch (error) {
    database.close();
    const code = readResultCode(error);
    if (error instanceof DamageFound || code === sqliteCorrupt || code === sqliteNotADatabase) return undefined;
    throw error;
  }
}

function requireUndamaged(database: DatabaseSync): void {
  const isEmpty = readVersion(database) === 0 && database.prepare("SELECT 1 FROM sqlite_schema LIMIT 1").get() === undefined;
  if (isEmpty || database.prepare("PRAGMA integrity_check(1)").get()?.integrity_check !== "ok") throw new DamageFound();
}

/** A damaged schema may still be valid SQL with other names, which SQLite's checks do not detect. */
function requireColumns(database: DatabaseSync, schema: DatabaseSchema): void {
  const fresh = new DatabaseSync(":memory:");
  try {
    migrate(fresh, schema);
    const columns = new Set(listColumns(database));
    if (listColumns(fresh).some((name) => !columns.has(name))) throw new DamageFound();
  } finally {
    fresh.close();
  }
}

function listColumns(database: DatabaseSync): string[] {
  return database
    .prepare(
      "SELECT one.name || '.' || part.name AS name FROM sqlite_schema one, pragma_table_info(one.name) part WHERE one.type = 'table'",
    )
    .all()
    .map(({ name }) => String(name));
}
