import pg from "pg";
import { migrations } from "./migrations.ts";
import { lockClass } from "./openPostgres.ts";

export interface PostgresFacts {
  /** `server_version_num`, such as 150004. */
  version: number;
  isEncrypted: boolean;
  /** Version of the service's tables; undefined: there are none. */
  tables: number | undefined;
  /** The version of this program. */
  known: number;
  mayCreate: boolean;
  /** Connections that ordinary users can still open. */
  freeConnections: number;
  /** Milliseconds by which this machine's clock is ahead. */
  clockDifference: number;
  /** Whether a lock is held by the connection, as without a pooler of transactions. */
  keepsSession: boolean;
  /** Location of a large file that a service has stored; undefined: there is none. */
  storedFile: string | undefined;
}

/** An advisory lock that no service uses. */
const probeLock = -3;
const connectTimeout = 10_000;

const newestFile = `SELECT location FROM generation_service.files JOIN generation_service.tasks ON tasks.id = files.task
  WHERE location IS NOT NULL ORDER BY created_at DESC LIMIT 1`;

/** Looks at a database without changing it. Rejects if it cannot be reached. */
export async function inspectPostgres(url: string): Promise<PostgresFacts> {
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: connectTimeout,
    application_name: "generation-studio-doctor",
  });
  client.on("error", () => undefined);
  await client.connect();
  const ask = async (sql: string, values: readonly unknown[] = []) => (await client.query(sql, [...values])).rows[0] ?? {};
  try {
    const sent = Date.now();
    const row = await ask(
      `SELECT current_setting('server_version_num')::integer AS version, extract(epoch FROM clock_timestamp()) * 1000 AS now,
        current_setting('max_connections')::integer - current_setting('superuser_reserved_connections')::integer
          - (SELECT count(*) FROM pg_stat_activity WHERE backend_type = 'client backend')::integer AS free,
        to_regclass('generation_service.version') IS NOT NULL AS has_tables,
        has_database_privilege(current_database(), 'CREATE') AS may_create, pg_backend_pid() AS backend,
        coalesce((SELECT ssl FROM pg_stat_ssl WHERE pid = pg_backend_pid()), false) AS is_encrypted`,
    );
    const clockDifference = (sent + Date.now()) / 2 - Number(row.now);
    const tables = row.has_tables === true ? Number((await ask("SELECT number FROM generation_service.version")).number) : undefined;
    await ask("SELECT pg_advisory_lock_shared($1, $2)", [lockClass, probeLock]);
    const { backend } = await ask("SELECT pg_backend_pid() AS backend");
    const stored = tables === migrations.length ? await ask(newestFile) : {};
    const { held } = await ask("SELECT pg_advisory_unlock_shared($1, $2) AS held", [lockClass, probeLock]);
    return {
      version: Number(row.version),
      isEncrypted: row.is_encrypted === true,
      tables,
      known: migrations.length,
      mayCreate: row.may_create === true,
      freeConnections: Number(row.free),
      clockDifference,
      storedFile: typeof stored.location === "string" ? stored.location : undefined,
      keepsSession: backend === row.backend && held === true,
    };
  } finally {
    await client.end();
  }
}
