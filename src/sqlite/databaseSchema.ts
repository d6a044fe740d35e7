/** The tables of a database, and the migrations to their newest version. */
import type { DatabaseSync } from "node:sqlite";
import { DatabaseError } from "./databaseError.ts";
import { transact } from "./transact.ts";

export interface DatabaseSchema {
  /** The database's name in messages. */
  name: string;
  /** The table whose rows are counted in messages, and the plural for them. */
  content: { table: string; plural: string };
  /**
   * The earliest schema version that is supported: its tables, as SQL. A file of an earlier version is refused, and stays as it is. Default:
   * every version is supported.
   */
  earliest?: { version: number; create: string };
  /** SQL that migrates the earliest schema version, and each later one, to the next. Only append elements. */
  migrations: readonly string[];
  /** Completes the rows recovered from a damaged file, in the newest schema version. */
  completeRecovered?: (database: DatabaseSync) => void;
}

export function readVersion(database: DatabaseSync): number {
  return Number(database.prepare("PRAGMA user_version").get()?.user_version);
}

export function earliestVersion({ earliest }: DatabaseSchema): number {
  return earliest?.version ?? 1;
}

export function newestVersion({ earliest, migrations }: DatabaseSchema): number {
  return (earliest?.version ?? 0) + migrations.length;
}

/** Migrates the database, which is empty or of a supported version, to schema version `to`, by default the newest, in one transaction. */
export function migrate(database: DatabaseSync, schema: DatabaseSchema, to = newestVersion(schema)): void {
  const { earliest, migrations } = schema;
  if (readVersion(database) >= to) return;
  transact(database, () => {
    // Read within the transaction, because another process may have migrated in the meantime.
    if (earliest !== undefined && readVersion(database) === 0)
      database.exec(`${earliest.create}; PRAGMA user_version = ${earliest.version}`);
    for (const [index, sql] of migrations.entries()) {
      const from = (earliest?.version ?? 0) + index;
      if (from < to && from >= readVersion(database)) database.exec(`${sql}; PRAGMA user_version = ${from + 1}`);
    }
  });
}

/** @throws DatabaseError for a file that another version of this program has written, and that this one does not read. */
export function requireKnownVersion(schema: DatabaseSchema, version: number): void {
  if (version > newestVersion(schema)) throw newerError(schema, version);
  if (version === 0 || version >= earliestVersion(schema)) return;
  const message = `${schema.name} was written by a version that is too old (schema ${version}, known from ${earliestVersion(schema)}). Nothing was changed.`;
  throw new DatabaseError("unusable", message);
}

export function newerError(schema: DatabaseSchema, version: number): DatabaseError {
  const { name } = schema;
  const versions = `schema ${version}, known: ${newestVersion(schema)}`;
  return new DatabaseError(
    "newer",
    `${name} was written by a newer version (${versions}). Update the program to use it. Nothing was changed.`,
  );
}
