/** The times of the last sweep in SQLite, and the clock that goes by them. */
import type { DatabaseSync } from "node:sqlite";
import type { Clock } from "../../settings/settings.ts";
import { readSweepTimes } from "../readRow.ts";
import { createTrustedClock, type TrustedClock } from "../trustedClock.ts";

/** The times of the last sweep; see TaskStore. */
const selectSweep = `SELECT seen_at, trusted_at, held_until FROM sweep UNION ALL
  SELECT created_at, created_at, NULL FROM (SELECT max(created_at) AS created_at FROM tasks)
    WHERE created_at IS NOT NULL AND NOT EXISTS (SELECT 1 FROM sweep)`;

export function openSqliteTimes(database: DatabaseSync, clock: Clock): TrustedClock {
  const select = database.prepare(selectSweep);
  const set = database.prepare("INSERT OR REPLACE INTO sweep (id, seen_at, trusted_at, held_until) VALUES (1, ?, ?, ?)");
  return createTrustedClock(clock, readSweepTimes(select.get()), {
    read: async () => readSweepTimes(select.get()),
    async write({ seenAt, trustedAt, heldUntil }) {
      set.run(seenAt, trustedAt, heldUntil ?? null);
    },
  });
}
