/** Replaces a damaged database with one that contains its readable rows. */
import { copyFileSync, existsSync, renameSync, rmSync } from "node:fs";
import { join, parse } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { type DatabaseSchema, earliestVersion, newerError, newestVersion } from "./databaseSchema.ts";
import { type DatabasePages, openPages } from "./recovery/databasePages.ts";
import { recoverRows } from "./recovery/recoverRows.ts";
import { readDiskCode } from "./resultCode.ts";
import { writeDatabase } from "./writeDatabase.ts";

/** A damaged header may contain any version; a higher one than this was not written by a newer program. */
const plausibleVersions = 1000;

/**
 * Keeps the damaged file, and its write-ahead log, under a new name. Must be called by one process at a time.
 * @returns a message for the user.
 * @throws DatabaseError `newer` for a file of a later version, and errors of SQLite or the file system; then the damaged file stays.
 */
export function repairDatabase(path: string, schema: DatabaseSchema): string {
  const fresh = `${path}.new`;
  const pages = openPages(path);
  let recovered: number;
  try {
    recovered = recover(pages, fresh, schema);
  } finally {
    pages.close();
  }
  const { name, content } = schema;
  if (pages.count === 0) {
    renameSync(fresh, path);
    return `${name} was empty, although it had been used. A new one was begun.`;
  }
  const kept = keepAside(path, pages);
  renameSync(fresh, path);
  return `${name} was damaged. It was kept as ${kept}. ${content.plural} recovered from it: ${recovered}.`;
}

/** @returns how many rows of the most important table were recovered. */
function recover(pages: DatabasePages, fresh: string, schema: DatabaseSchema): number {
  const version = versionOf(pages, schema);
  try {
    writeDatabase(fresh, schema, version, (database) => recoverRows(pages, database));
    return complete(fresh, schema);
  } catch (error) {
    if (readDiskCode(error) !== undefined) throw error;
    // The readable rows may be too damaged to be migrated.
    writeDatabase(fresh, schema);
    return 0;
  }
}

/** @returns the schema version of a file; the newest if its header is damaged. */
function versionOf(pages: DatabasePages, schema: DatabaseSchema): number {
  const newest = newestVersion(schema);
  const version = pages.version ?? newest;
  if (version > newest && version < plausibleVersions) throw newerError(schema, version);
  return version >= earliestVersion(schema) && version < newest ? version : newest;
}

function complete(path: string, { content, completeRecovered }: DatabaseSchema): number {
  const database = new DatabaseSync(path);
  try {
    completeRecovered?.(database);
    for (const { table, rowid } of database.prepare("PRAGMA foreign_key_check").all()) {
      database.prepare(`DELETE FROM "${table}" WHERE rowid = ?`).run(rowid ?? null);
    }
    return Number(database.prepare(`SELECT count(*) AS count FROM "${content.table}"`).get()?.count);
  } finally {
    database.close();
  }
}

/** Copies the file instead of moving it, so that no other process creates a new one. @returns the path of the copy. */
function keepAside(path: string, pages: DatabasePages): string {
  const { dir, name, ext } = parse(path);
  const kept = join(dir, `${name}-damaged-${new Date().toISOString().replaceAll(/[:.]/g, "-")}${ext}`);
  if (existsSync(path)) copyFileSync(path, kept);
  // The log is moved before the file is replaced. If this process ends in between, the next repair finds the log's rows in the file.
  pages.writeLog();
  // Next to another database, SQLite would use the log as that database's.
  if (existsSync(`${path}-wal`)) renameSync(`${path}-wal`, `${kept}-wal`);
  rmSync(`${path}-shm`, { force: true });
  return kept;
}
