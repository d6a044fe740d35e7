import type { DatabaseSync } from "node:sqlite";
import type { WallClock } from "../../settings/settings.ts";
import { integer, text } from "../readRow.ts";
import { nameMilliseconds, type RepeatRecords, repeatMilliseconds } from "../repeatedRequests.ts";

/** See RepeatedRequests. */
export function createSqliteRepeats(database: DatabaseSync, clock: WallClock): RepeatRecords {
  const insertLeft = database.prepare("INSERT OR REPLACE INTO left_requests (task, account, digest, left_at) VALUES (?, ?, ?, ?)");
  /** Most requests are no repetitions: reading does not wait for other services, as a deletion would. */
  const selectLeft = database.prepare("SELECT 1 FROM left_requests WHERE digest = ?");
  const takeLeft = database.prepare(
    `DELETE FROM left_requests WHERE task =
      (SELECT task FROM left_requests WHERE account = ? AND digest = ? AND left_at > ? ORDER BY left_at LIMIT 1) RETURNING task`,
  );
  const insertName = database.prepare(
    `INSERT INTO named_requests (account, name, digest, task, named_at) VALUES (?, ?, ?, ?, ?)
      ON CONFLICT (account, name) DO UPDATE SET digest = excluded.digest, task = excluded.task, named_at = excluded.named_at
        WHERE named_at <= ?`,
  );
  const selectName = database.prepare("SELECT digest, task, named_at FROM named_requests WHERE account = ? AND name = ? AND named_at > ?");
  const deleteName = database.prepare("DELETE FROM named_requests WHERE account = ? AND name = ?");
  return {
    async leave(account, digest, task) {
      insertLeft.run(task, account, digest, clock.now());
    },
    async takeLeft(account, digest) {
      const row = selectLeft.get(digest) && takeLeft.get(account, digest, clock.now() - repeatMilliseconds);
      return row && text(row, "task");
    },
    async name(account, name, digest, task) {
      return insertName.run(account, name, digest, task, clock.now(), clock.now() - nameMilliseconds).changes === 1;
    },
    async findNamed(account, name) {
      const row = selectName.get(account, name, clock.now() - nameMilliseconds);
      return row && { digest: text(row, "digest"), task: text(row, "task"), age: clock.now() - integer(row, "named_at") };
    },
    async forgetName(account, name) {
      deleteName.run(account, name);
    },
    async sweepRepeats() {
      database.prepare("DELETE FROM left_requests WHERE left_at <= ?").run(clock.now() - repeatMilliseconds);
      database.prepare("DELETE FROM named_requests WHERE named_at <= ?").run(clock.now() - nameMilliseconds);
    },
  };
}
