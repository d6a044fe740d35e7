/** A database's path in; the same, open and of our schema version, and what a person should know about it, out. */
import { closeSync, existsSync, mkdirSync, openSync, renameSync, rmSync, statSync } from "node:fs";
import { dirname, join, parse } from "node:path";
import type { DatabaseSync } from "node:sqlite";
import { openSharedDatabase } from "../sqlite/openSharedDatabase.ts";
import { pause } from "../sqlite/pause.ts";
import { readResultCode, sqliteCorrupt, sqliteNotADatabase } from "../sqlite/resultCode.ts";
import { isDiskCode } from "./diskRefusal.ts";
import { JournalError } from "./journalError.ts";
import { migrations } from "./journalSchema.ts";

interface DatabaseKind {
  steps: readonly string[];
  name: string;
}

export interface OpenedDatabase {
  database: DatabaseSync;
  /** Set when a damaged database was set aside. */
  notice: string | undefined;
}

/** Larger databases are not read whole at every start: their damage shows at first use. */
const wholeCheckBytes = 64 * 1024 * 1024;
/** Setting a database aside takes milliseconds: an older lock belongs to a dead process. */
const staleLockMilliseconds = 10_000;

/**
 * Opens the database, migrates it forward, and sets a damaged one aside under a new name next to it, never deleting it.
 * `steps`: SQL that leads from each schema version to the next. `name`: what a person calls the database.
 * @throws JournalError `newer` for one of a later schema, which stays untouched; `unusable` when the disk refuses.
 */
export function openDatabase(path: string, steps: readonly string[] = migrations, name = "The journal of tasks"): OpenedDatabase {
  const kind = { steps, name };
  mkdirSync(dirname(path), { recursive: true });
  try {
    return { database: openChecked(path, kind), notice: undefined };
  } catch (error) {
    if (!isDamage(error)) throw asJournalError(error, path, kind);
  }
  const unlock = lock(`${path}.lock`, kind);
  try {
    return openUnlessDamaged(path, kind) ?? openAnew(path, kind);
  } catch (error) {
    throw asJournalError(error, path, kind);
  } finally {
    unlock();
  }
}

/** Another process may have set the damaged database aside while this one waited for the lock. */
function openUnlessDamaged(path: string, kind: DatabaseKind): OpenedDatabase | undefined {
  try {
    return { database: openChecked(path, kind), notice: undefined };
  } catch (error) {
    if (isDamage(error)) return undefined;
    throw error;
  }
}

function openAnew(path: string, kind: DatabaseKind): OpenedDatabase {
  const damaged = setAside(path);
  const notice = `${kind.name} was damaged. It was kept as ${damaged}, and a new one was begun.`;
  return { database: openChecked(path, kind), notice };
}

class DamageFound extends Error {}

function openChecked(path: string, kind: DatabaseKind): DatabaseSync {
  // Every commit reaches the disk: an id that is lost after a power cut is money lost.
  return openSharedDatabase(path, "PRAGMA synchronous = FULL;", (database) => {
    if (readVersion(database) > kind.steps.length) {
      throw new JournalError(
        "newer",
        `${kind.name} was written by a newer version (schema ${readVersion(database)}, known: ${kind.steps.length}). Update to use it; nothing in it was changed.`,
      );
    }
    if (statSync(path).size <= wholeCheckBytes) {
      const check = database.prepare("PRAGMA quick_check(1)").get();
      if (check?.quick_check !== "ok") throw new DamageFound();
    }
    migrate(database, kind.steps);
  });
}

function readVersion(database: DatabaseSync): number {
  return Number(database.prepare("PRAGMA user_version").get()?.user_version);
}

function migrate(database: DatabaseSync, steps: readonly string[]): void {
  if (readVersion(database) === steps.length) return;
  database.exec("BEGIN IMMEDIATE");
  try {
    // Read again inside of the transaction: another process may have migrated meanwhile.
    for (const [from, sql] of steps.entries()) {
      if (readVersion(database) !== from) continue;
      database.exec(sql);
      database.exec(`PRAGMA user_version = ${from + 1}`);
    }
    database.exec("COMMIT");
  } catch (error) {
    database.exec("ROLLBACK");
    throw error;
  }
}

/** Renames the database and its side files. @returns its new path. */
function setAside(path: string): string {
  const { dir, name, ext } = parse(path);
  const damaged = join(dir, `${name}-damaged-${new Date().toISOString().replaceAll(/[:.]/g, "-")}${ext}`);
  for (const side of ["-wal", "-shm", ""]) {
    if (existsSync(path + side)) renameSync(path + side, damaged + side);
  }
  return damaged;
}

/** One process at a time. @returns what ends it. */
function lock(path: string, kind: DatabaseKind): () => void {
  const started = Date.now();
  while (true) {
    try {
      closeSync(openSync(path, "wx"));
      return () => rmSync(path, { force: true });
    } catch (error) {
      const age = Date.now() - (statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? Date.now());
      if (age > staleLockMilliseconds) rmSync(path, { force: true });
      else if (!isDiskCode(error, "EEXIST") || Date.now() - started > staleLockMilliseconds) throw asJournalError(error, path, kind);
      else pause();
    }
  }
}

function isDamage(error: unknown): boolean {
  const code = readResultCode(error);
  return error instanceof DamageFound || code === sqliteCorrupt || code === sqliteNotADatabase;
}

function asJournalError(error: unknown, path: string, { name }: DatabaseKind): JournalError {
  if (error instanceof JournalError) return error;
  const reason = error instanceof Error ? error.message : String(error);
  return new JournalError("unusable", `${name} cannot be used (${path}): ${reason}`, error);
}
