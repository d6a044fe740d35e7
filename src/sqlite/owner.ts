/** Determines which of the processes that share a folder are alive, so that others can take over what dead ones owned. */
import { randomUUID } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";

export interface Owner {
  /** The name under which this process owns things; new for each opening. */
  readonly id: string;
  /** Whether the owner with that name is open, in this process or another. */
  isAlive(id: string): boolean;
  close(): void;
}

/** Milliseconds. */
const youngAge = 60_000;
/** Nothing is ever written, so no journal file beside the lock is needed. */
const withoutJournal = "PRAGMA journal_mode = MEMORY;";

/**
 * An owner holds SQLite's lock on its own file. The operating system releases it when the process ends for any reason. No clock is
 * involved: a process that sleeps or is suspended stays alive. Without a folder, the database is not shared.
 */
export function openOwner(folder: string | undefined): Owner {
  const id = randomUUID();
  if (folder === undefined) return { id, isAlive: () => true, close: () => undefined };
  const locks = join(folder, "running");
  mkdirSync(locks, { recursive: true, mode: 0o700 });
  const pathOf = (owner: string) => join(locks, `${owner}.lock`);
  removeUnlocked(locks);
  const lock = new DatabaseSync(pathOf(id));
  lock.exec(`${withoutJournal} BEGIN EXCLUSIVE`);
  return {
    id,
    isAlive(other) {
      if (other === id) return true;
      const path = pathOf(other);
      if (!existsSync(path)) return false;
      if (isLocked(path)) return true;
      remove(path);
      return false;
    },
    close() {
      lock.close();
      remove(pathOf(id));
    },
  };
}

/** Removes the files of processes that were killed. Recent ones are kept, because their process may be about to lock them. */
function removeUnlocked(locks: string): void {
  for (const name of readdirSync(locks)) {
    const path = join(locks, name);
    if (Date.now() - (statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? Number.NaN) < youngAge) continue;
    if (!isLocked(path)) remove(path);
  }
}

/** Windows refuses while another process checks the file; a later call removes it. */
function remove(path: string): void {
  try {
    rmSync(path, { force: true });
  } catch {
    // An unlocked file means the same as no file.
  }
}

function isLocked(path: string): boolean {
  const database = new DatabaseSync(path);
  try {
    database.exec(`${withoutJournal} BEGIN IMMEDIATE; ROLLBACK`);
    return false;
  } catch {
    return true;
  } finally {
    database.close();
  }
}
