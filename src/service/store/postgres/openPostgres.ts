/** Connects to a database that several services share, and migrates it to the current tables. */

import pg from "pg";
import { errorText } from "../../../contract/errorText.ts";
import type { RequestLog } from "../../settings/settings.ts";
import { migrations } from "./migrations.ts";

/** Runs one statement; within `transact`, as part of the transaction. */
export interface Queries {
  /** Returns rows by column name. A statement with a name is prepared once for each connection. */
  rows(statement: string | Statement, values?: readonly unknown[]): Promise<Record<string, unknown>[]>;
  /** Returns how many rows a statement changed. */
  changes(statement: string | Statement, values?: readonly unknown[]): Promise<number>;
}

interface Statement {
  name: string;
  text: string;
}

export interface PostgresDatabase extends Queries {
  /** Runs `work` in a transaction, which is rolled back if `work` rejects. */
  transact<Result>(work: (queries: Queries) => Promise<Result>): Promise<Result>;
  /** Opens a separate connection. */
  connect(): Promise<pg.Client>;
  close(): Promise<void>;
}

/** The schema of the tables in the database. */
const schema = "generation_service";
/** The first key of all advisory locks of this service. */
export const lockClass = 0x6753;
/** No service has this number as its second key. */
const migrationLock = -1;
export const keysLock = -2;
/** Milliseconds. */
const connectTimeout = 10_000;
/** Connections of one service at a time. */
const connections = 16;

/**
 * Settings of a session, with which the database ends connections of machines that have disappeared within 10 seconds, instead of two hours.
 * Their locks are then free, so that others take over their tasks.
 */
export const sessionSettings = "-c tcp_keepalives_idle=4 -c tcp_keepalives_interval=2 -c tcp_keepalives_count=3 -c tcp_user_timeout=10000";

const bigintOid = 20;
/** 64-bit integers are read as numbers: all values of the service are exact as numbers. */
const types = new pg.TypeOverrides();
types.setTypeParser(bigintOid, Number);

/** Rejects if the database cannot be reached or changed, or is of a newer version. */
export async function openPostgres(url: string, log: RequestLog | undefined): Promise<PostgresDatabase> {
  const options = {
    connectionString: url,
    types,
    application_name: "generation-studio",
    connectionTimeoutMillis: connectTimeout,
    keepAlive: true,
    options: `-c search_path=${schema} ${sessionSettings}`,
  };
  const pool = new pg.Pool({ ...options, max: connections });
  // An idle connection that breaks is replaced at the next query.
  pool.on("error", (error) => log?.(`a connection to the database broke: ${error.message}`));
  const database = createDatabase(pool, async () => {
    const client = new pg.Client(options);
    await client.connect();
    return client;
  });
  try {
    await migrate(database);
    return database;
  } catch (error) {
    await database.close();
    throw new Error(`The database cannot be used: ${errorText(error)}`, { cause: error });
  }
}

function createDatabase(pool: pg.Pool, connect: () => Promise<pg.Client>): PostgresDatabase {
  return {
    ...queriesOf(pool),
    async transact(work) {
      const client = await pool.connect();
      let broken: Error | undefined;
      // Between two statements nothing else handles the error of a broken connection, and an unhandled error event ends the process.
      const onError = (error: Error) => {
        broken = error;
      };
      client.on("error", onError);
      try {
        await client.query("BEGIN");
        const result = await work(queriesOf(client));
        await client.query("COMMIT");
        return result;
      } catch (error) {
        // A connection that cannot roll back is discarded, and its transaction with it.
        await client.query("ROLLBACK").catch((rollback: Error) => {
          broken = rollback;
        });
        throw error;
      } finally {
        client.off("error", onError);
        client.release(broken);
      }
    },
    connect,
    close: () => pool.end(),
  };
}

function queriesOf(runner: Pick<pg.Pool, "query">): Queries {
  const run = (statement: string | Statement, values: readonly unknown[] = []) =>
    runner.query({ ...(typeof statement === "string" ? { text: statement } : statement), values: [...values] });
  return {
    rows: async (statement, values) => (await run(statement, values)).rows,
    changes: async (statement, values) => (await run(statement, values)).rowCount ?? 0,
  };
}

/** Whether the tables are those of this version: a newer service may have migrated them. Rejects if the database cannot be reached. */
export async function isCurrent({ rows }: Queries): Promise<boolean> {
  const [row] = await rows("SELECT number FROM version");
  return row?.number === migrations.length;
}

/** Only one service migrates at a time; the others wait. */
async function migrate(database: PostgresDatabase): Promise<void> {
  await database.transact(async ({ rows, changes }) => {
    await changes("SELECT pg_advisory_xact_lock($1, $2)", [lockClass, migrationLock]);
    await changes(`CREATE SCHEMA IF NOT EXISTS ${schema}`);
    await changes("CREATE TABLE IF NOT EXISTS version (number integer NOT NULL)");
    const [row] = await rows("SELECT number FROM version");
    const from = Number(row?.number ?? 0);
    if (from > migrations.length) {
      throw new Error(`it was written by a newer version (schema ${from}, known: ${migrations.length}). Nothing was changed.`);
    }
    for (const sql of migrations.slice(from)) await changes(sql);
    await changes(row === undefined ? "INSERT INTO version VALUES ($1)" : "UPDATE version SET number = $1", [migrations.length]);
  });
}
