/** A data folder in; this service's sign of life for the others that share the folder, which the system takes down with the process, out. */
import { randomUUID } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";

export interface Instance {
  readonly id: string;
  /** Whether the service of that id still runs, in this process or another. */
  isAlive(id: string): boolean;
  close(): void;
}

/** Milliseconds. */
const youngAge = 60_000;

/**
 * Several windows may each run a service on one folder. Each holds a lock on a file of its own: no clock, no heartbeat, and a process that
 * is killed lets go. Without a folder there is nobody else.
 */
export function openInstance(folder: string | undefined): Instance {
  const id = randomUUID();
  if (folder === undefined) return { id, isAlive: () => true, close: () => undefined };
  const signs = join(folder, "running");
  mkdirSync(signs, { recursive: true, mode: 0o700 });
  const pathOf = (instance: string) => join(signs, `${instance}.lock`);
  sweepSigns(signs);
  const lock = new DatabaseSync(pathOf(id));
  lock.exec("BEGIN EXCLUSIVE");
  return {
    id,
    isAlive(other) {
      if (other === id) return true;
      const path = pathOf(other);
      if (!existsSync(path)) return false;
      if (isLocked(path)) return true;
      rmSync(path, { force: true });
      return false;
    },
    close() {
      lock.close();
      rmSync(pathOf(id), { force: true });
    },
  };
}

/** Removes the signs of services that were killed. Young ones stay: their service may be about to lock them. */
function sweepSigns(signs: string): void {
  for (const name of readdirSync(signs)) {
    const path = join(signs, name);
    if (Date.now() - (statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? Number.NaN) < youngAge) continue;
    if (!isLocked(path)) rmSync(path, { force: true });
  }
}

function isLocked(path: string): boolean {
  const database = new DatabaseSync(path);
  try {
    database.exec("BEGIN IMMEDIATE; ROLLBACK");
    return false;
  } catch {
    return true;
  } finally {
    database.close();
  }
}
