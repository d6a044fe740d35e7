import { closeSync, openSync, rmSync } from "node:fs";
import { DatabaseSync } from "node:sqlite";
import { type DatabaseSchema, migrate, newestVersion } from "./databaseSchema.ts";

/**
 * Creates a database that only its user can read, and overwrites a file left by an earlier attempt.
 * @param fill writes rows into the tables of schema version `version`, before the migration to the newest.
 * @throws errors of SQLite or the file system.
 */
export function writeDatabase(
  path: string,
  schema: DatabaseSchema,
  version = newestVersion(schema),
  fill: (database: DatabaseSync) => void = () => {},
): void {
  rmSync(`${path}-journal`, { force: true });
  closeSync(openSync(path, "w", 0o600));
  const database = new DatabaseSync(path, { enableForeignKeyConstraints: false });
  try {
    database.exec("PRAGMA synchronous = FULL");
    migrate(database, schema, version);
    fill(database);
    migrate(database, schema);
  } finally {
    database.close();
  }
}
