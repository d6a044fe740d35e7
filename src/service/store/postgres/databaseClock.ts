/** The time of the database, which all services on it share: the clock of a machine may be wrong. */
import type { RequestLog, WallClock } from "../../settings/settings.ts";
import type { Queries } from "./openPostgres.ts";

/** The time of the database in a statement, in Unix milliseconds. */
export const databaseNow = "(extract(epoch FROM clock_timestamp()) * 1000)::bigint";
/** The same as a day in UTC. */
export const databaseDay = "(clock_timestamp() AT TIME ZONE 'UTC')::date";

/** Milliseconds by which a machine's clock may differ without a warning. */
export const tolerance = 5000;
const refreshMilliseconds = 60_000;

/** `difference`: milliseconds by which this machine's clock is ahead. */
export function describeClock(difference: number): string {
  return `${Math.abs(difference / 1000).toFixed(1)} s ${difference < 0 ? "behind" : "ahead of"} the database's`;
}

/**
 * A clock that goes on from the time of the database, by this process's own timer, which setting the machine's clock does not change. It is
 * compared again each minute. Rejects if the database does not answer.
 */
export async function openDatabaseClock(
  { rows }: Pick<Queries, "rows">,
  log?: RequestLog,
): Promise<WallClock & { close(): Promise<void> }> {
  const read = async () => {
    const sent = performance.now();
    const [row] = await rows(`SELECT ${databaseNow} AS now`);
    return Number(row?.now) - (sent + performance.now()) / 2;
  };
  /** The time of the database when this process began. */
  let origin = await read();
  let warned = 0;
  const warn = () => {
    const difference = Date.now() - origin - performance.now();
    if (Math.abs(difference - warned) <= tolerance) return;
    warned = Math.abs(difference) > tolerance ? difference : 0;
    log?.(`this machine's clock is ${describeClock(difference)}, which is used`);
  };
  warn();
  const timer = setInterval(() => {
    // Without an answer, the time goes on.
    read().then(
      (next) => {
        origin = next;
        warn();
      },
      () => undefined,
    );
  }, refreshMilliseconds);
  timer.unref();
  return { now: () => Math.round(origin + performance.now()), close: async () => clearInterval(timer) };
}
