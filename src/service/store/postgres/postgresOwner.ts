/**
 * Determines which of the services that share a database are alive: each holds an advisory lock while it is connected. Over the same
 * connection, it is notified of tasks that others delete.
 */
import { setTimeout as sleep } from "node:timers/promises";
import type pg from "pg";
import type { RequestLog } from "../../settings/settings.ts";
import type { FileOwner } from "../files/fileStore.ts";
import { integer } from "../readRow.ts";
import type { DeletionListener } from "../taskStore.ts";
import { lockClass, type PostgresDatabase, type Queries } from "./openPostgres.ts";

/** Milliseconds between attempts to reconnect. */
const reconnectInterval = 500;
/** Milliseconds between checks of the connection, and how long an answer may take. A connection through a dead network is never closed. */
const checkInterval = 5_000;
const checkTimeout = 10_000;
const settlingTime = 10_000;
/** The channel on which the database announces the ids of deleted tasks. */
const deletions = "generation_service_deletions";

export interface PostgresOwner extends FileOwner {
  /** This service's number, assigned by the database. No other living service has it. */
  readonly number: number;
  /** false for some seconds after the connection broke: if the database was down, living services are still reconnecting. */
  isSettled(): boolean;
  /** See TaskStore. */
  watchDeletions(listener: DeletionListener): void;
  close(): Promise<void>;
}

/** Notifies every service when the transaction is committed. */
export async function announceDeletion({ rows }: Queries, id: string): Promise<void> {
  await rows("SELECT pg_notify($1, $2)", [deletions, id]);
}

/** SQL that is true while the service with that number is connected. */
export function aliveCondition(number: string): string {
  return `EXISTS (SELECT 1 FROM pg_locks WHERE locktype = 'advisory' AND classid = ${lockClass} AND objid = ${number}::oid AND granted
    AND database = (SELECT oid FROM pg_database WHERE datname = current_database()))`;
}

/**
 * SQL that is false for some seconds after the database was started, for tasks created before, because their services are still
 * reconnecting.
 */
export const settledCondition = `(created_at > extract(epoch FROM pg_postmaster_start_time()) * 1000
  OR now() > pg_postmaster_start_time() + interval '${settlingTime} milliseconds')`;

/** Rejects if the database cannot be reached. */
export async function openPostgresOwner(database: PostgresDatabase, log: RequestLog | undefined): Promise<PostgresOwner> {
  const [row] = await database.rows("SELECT nextval('owners')::integer AS number");
  const number = integer(row ?? {}, "number");
  const closing = new AbortController();
  let client: pg.Client | undefined;
  let timer: NodeJS.Timeout | undefined;
  let brokenAt: number | undefined;
  let listener: DeletionListener | undefined;

  async function hold(): Promise<void> {
    const connected = await database.connect();
    connected.on("error", () => undefined);
    connected.once("end", () => {
      if (client !== connected || closing.signal.aborted) return;
      client = undefined;
      brokenAt = performance.now();
      log?.("the database ended the connection that shows that this service is alive; reconnecting");
      holdAgain();
    });
    connected.on("notification", ({ payload }) => listener?.(payload));
    try {
      await connected.query("SELECT pg_advisory_lock_shared($1, $2)", [lockClass, number]);
      await connected.query(`LISTEN ${deletions}`);
    } catch (error) {
      await connected.end().catch(() => undefined);
      throw error;
    }
    if (closing.signal.aborted) await connected.end();
    else {
      client = connected;
      void check(connected);
    }
    // Notifications were lost while the connection was broken.
    if (brokenAt !== undefined) listener?.(undefined);
  }

  /** Ends the connection when the database does not answer: it may have released the lock, or be another one by now. */
  async function check(checked: pg.Client): Promise<void> {
    while (client === checked) {
      await sleep(checkInterval, undefined, { signal: closing.signal, ref: false }).catch(() => undefined);
      if (client !== checked || closing.signal.aborted) return;
      const timeout = setTimeout(() => checked.connection.stream.destroy(), checkTimeout);
      await checked.query("SELECT 1").catch(() => undefined);
      clearTimeout(timeout);
    }
  }

  function holdAgain(): void {
    timer = setTimeout(() => {
      hold().catch(() => {
        if (!closing.signal.aborted) holdAgain();
      });
    }, reconnectInterval);
  }

  await hold();
  return {
    number,
    id: String(number),
    isSettled: () => brokenAt === undefined || (client !== undefined && performance.now() - brokenAt > settlingTime),
    async isAlive(other) {
      // A folder with another name does not belong to a service.
      if (!/^\d{1,9}$/.test(other)) return true;
      return (await database.rows(`SELECT 1 WHERE ${aliveCondition("$1")}`, [Number(other)])).length > 0;
    },
    watchDeletions(added) {
      listener = added;
    },
    async close() {
      closing.abort();
      clearTimeout(timer);
      await client?.end();
    },
  };
}
