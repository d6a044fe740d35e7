/** The tables of a database, and the migrations to their newest version. */
import type { DatabaseSync } from "node:sqlite";
import { DatabaseError } from "./databaseError.ts";
import { transact } from "./transact.ts";

export interface DatabaseSchema {
  /** The database's name in messages. */
  name: string;
  /** The table whose rows are counted in messages, and the plural for them. */
  content: { table: string; plural: string };
  /** SQL that migrates each schema version, its index, to the next. Only append elements: databases of every version are in use. */
  migrations: readonly string[];
  /** Completes the rows recovered from a damaged file, in the newest schema version. */
  completeRecovered?: (database: DatabaseSync) => void;
}

export function readVersion(database: DatabaseSync): number {
  return Number(database.prepare("PRAGMA user_version").get()?.user_version);
}

/** Migrates the database to schema version `to`, by default the newest, in one transaction. */
export function migrate(database: DatabaseSync, { migrations }: DatabaseSchema, to = migrations.length): void {
  if (readVersion(database) >= to) return;
  transact(database, () => {
    // Read within the transaction, because another process may have migrated in the meantime.
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
