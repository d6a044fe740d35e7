import { integer, text } from "../readRow.ts";
import { nameMilliseconds, type RepeatRecords, repeatMilliseconds } from "../repeatedRequests.ts";
import { databaseNow as now } from "./databaseClock.ts";
import type { PostgresDatabase } from "./openPostgres.ts";

const insertLeft = {
  name: "insertLeft",
  text: `INSERT INTO left_requests (task, account, digest, left_at) VALUES ($1, $2, $3, ${now})
    ON CONFLICT (task) DO UPDATE SET left_at = excluded.left_at`,
};
/** Of several callers, each gets another task. */
const takeLeft = {
  name: "takeLeft",
  text: `DELETE FROM left_requests WHERE task = (SELECT task FROM left_requests
      WHERE account = $1 AND digest = $2 AND left_at > ${now} - ${repeatMilliseconds} ORDER BY left_at LIMIT 1 FOR UPDATE SKIP LOCKED)
    RETURNING task`,
};
const insertName = {
  name: "insertName",
  text: `INSERT INTO named_requests AS named (account, name, digest, task, named_at) VALUES ($1, $2, $3, $4, ${now})
    ON CONFLICT (account, name) DO UPDATE SET digest = excluded.digest, task = excluded.task, named_at = excluded.named_at
      WHERE named.named_at <= ${now} - ${nameMilliseconds}`,
};
const selectName = {
  name: "selectName",
  text: `SELECT digest, task, ${now} - named_at AS age FROM named_requests
    WHERE account = $1 AND name = $2 AND named_at > ${now} - ${nameMilliseconds}`,
};

/** See RepeatedRequests. */
export function createPostgresRepeats({ rows, changes }: PostgresDatabase): RepeatRecords {
  return {
    async leave(account, digest, task) {
      await changes(insertLeft, [task, account, digest]);
    },
    async takeLeft(account, digest) {
      const [row] = await rows(takeLeft, [account, digest]);
      return row && text(row, "task");
    },
    name: async (account, name, digest, task) => (await changes(insertName, [account, name, digest, task])) === 1,
    async findNamed(account, name) {
      const [row] = await rows(selectName, [account, name]);
      return row && { digest: text(row, "digest"), task: text(row, "task"), age: integer(row, "age") };
    },
    async forgetName(account, name) {
      await changes("DELETE FROM named_requests WHERE account = $1 AND name = $2", [account, name]);
    },
    async sweepRepeats() {
      await changes(`DELETE FROM left_requests WHERE left_at <= ${now} - ${repeatMilliseconds}`, []);
      await changes(`DELETE FROM named_requests WHERE named_at <= ${now} - ${nameMilliseconds}`, []);
    },
  };
}
