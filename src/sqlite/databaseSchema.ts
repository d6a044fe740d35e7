/** What a database holds, and how it is migrated to the newest version of that. */
import type { DatabaseSync } from "node:sqlite";
import { DatabaseError } from "./databaseError.ts";
import { transact } from "./transact.ts";

export interface DatabaseSchema {
  /** What a person calls the database. */
  name: string;
  /** The table whose rows a person counts, and what they are called. */
  content: { table: string; plural: string };
  /** SQL that leads from each schema version, its index, to the next. Elements are only ever added: databases of every version are in the field. */
  migrations: readonly string[];
  /** Completes what was recovered from a damaged file, in the newest version. */
  completeRecovered?: (database: DatabaseSync) => void;
}

export function readVersion(database: DatabaseSync): number {
  return Number(database.prepare("PRAGMA user_version").get()?.user_version);
}

/** Brings the database to schema version `to`, by default the newest, in one transaction. */
export function migrate(database: DatabaseSync, { migrations }: DatabaseSchema, to = migrations.length): void {
  if (readVersion(database) >= to) return;
  transact(database, () => {
    // Read within the transaction: another process may have migrated meanwhile.
    for (const [from, sql] of migrations.slice(0, to).entries()) {
      if (from >= readVersion(database)) database.exec(`${sql}; PRAGMA user_version = ${from + 1}`);
    }
  });
}

export function newerError({ name, migrations }: DatabaseSchema, version: number): DatabaseError {
  const versions = `schema ${version}, known: ${migrations.length}`;
  return new DatabaseError(
    "newer",
    `${name} was written by a newer version (${versions}). Update the program to use it. Nothing was changed.`,
  );
}
