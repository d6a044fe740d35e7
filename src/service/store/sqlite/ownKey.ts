/** The key of a service that is started without one. */
import { randomBytes } from "node:crypto";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { DatabaseSync } from "node:sqlite";

/**
 * Keeps the key for the next start in a file that only the user can read, and not in the database, which is copied and shown to others.
 * `data`: the service's folder; undefined: the key is not kept. `former`: the key that an earlier version stored in the database.
 */
export async function readOwnKey(data: string | undefined, former: string | undefined): Promise<string> {
  const made = former ?? `demo-${randomBytes(24).toString("base64url")}`;
  if (data === undefined) return made;
  const file = join(data, "service.key");
  await mkdir(data, { recursive: true });
  try {
    // Of services that start at the same time, one creates the file.
    await writeFile(file, `${made}\n`, { flag: "wx", mode: 0o600 });
    return made;
  } catch (error) {
    const kept = await readFile(file, "utf8").catch(() => "");
    if (kept.trim() === "") throw error;
    return kept.trim();
  }
}

/** The key that an earlier version stored in the database, which is then removed from it and from its file. */
export function takeFormerKey(database: DatabaseSync): string | undefined {
  const { key } = database.prepare("SELECT key FROM accounts WHERE id = 'account-1'").get() ?? {};
  if (database.prepare("SELECT 1 FROM accounts WHERE key IS NOT NULL").get() !== undefined) {
    database.exec("PRAGMA secure_delete = ON; UPDATE accounts SET key = NULL; PRAGMA wal_checkpoint(TRUNCATE); PRAGMA secure_delete = OFF");
  }
  return typeof key === "string" ? key : undefined;
}
