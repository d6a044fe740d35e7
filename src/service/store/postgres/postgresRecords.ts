import { kinds } from "../../../contract/kind.ts";
import { storageMilliseconds } from "../../../contract/limits.ts";
import type { Row } from "../../../sqlite/database.ts";
import { dayOf } from "../../account/accounts.ts";
import type { WaitingPart } from "../../queue/waitingTasks.ts";
import type { WallClock } from "../../settings/settings.ts";
import {
  errorColumns,
  integer,
  oneOf,
  readFile,
  readInputRow,
  readStatuses,
  readStoredProgress,
  readSweepTimes,
  readTask,
  readUnfinished,
  serializeValue,
  text,
} from "../readRow.ts";
import { isKept, type StoredFile } from "../storedTask.ts";
import {
  type FileRecords,
  newestPosition,
  type TaskClaims,
  type TaskRecords,
  type TaskSweeps,
  unkeptMilliseconds,
} from "../taskRecords.ts";
import type { BossQueue } from "./bossQueue.ts";
import { keepBalances } from "./keepBalances.ts";
import type { PostgresDatabase } from "./openPostgres.ts";
import { aliveCondition, announceDeletion, type PostgresOwner, settledCondition } from "./postgresOwner.ts";

/** The owner of a task that waits in the queue. */
const nobody = 0;
const unfinished = "status IN ('pending', 'processing')";
const columns =
  "id, account, endpoint, kind, model, provider, status, created_at, finished_at, echo, result, usage, cost, error_code, error_message, error_param, error_retry_after";
const fileColumns = "token, name, media_type, format, size, location, (bytes IS NULL AND location IS NULL)::integer AS is_filler";
const listedFiles = `(SELECT json_agg(listed ORDER BY listed.position)
    FROM (SELECT ${fileColumns}, position FROM files WHERE task = tasks.id) AS listed) AS files`;

const insertInto = (
  payer: string,
) => `INSERT INTO tasks (id, account, owner, endpoint, kind, model, provider, status, created_at, request, echo, reserved, is_kept)
    SELECT $1, id, $2, $3, $4, $5, $6, $7, $8, $9, $10, $12, $13 FROM (SELECT id FROM accounts WHERE id = $11 AND ${payer}) AS payer`;
const insertTask = { name: "insertTask", text: insertInto("balance + bonus + referral > 0") };
/** The lock lets simultaneous tasks of an account reserve one after the other. */
const reserveTask = { name: "reserveTask", text: insertInto("balance + bonus + referral - reserved > 0 FOR NO KEY UPDATE") };
const selectAffordable = {
  name: "selectAffordable",
  text: `SELECT tasks.reserved = 0 OR balance + bonus + referral - accounts.reserved + tasks.reserved > 0 AS is_affordable
    FROM tasks JOIN accounts ON accounts.id = tasks.account WHERE tasks.id = $1`,
};
const selectTask = {
  name: "selectTask",
  text: `SELECT ${columns}, ${listedFiles} FROM tasks WHERE id = $1 AND created_at > $2 AND NOT deleted`,
};
const selectTasks = {
  name: "selectTasks",
  text: `SELECT ${columns}, ${listedFiles} FROM tasks WHERE account = $1 AND created_at > $2 AND NOT deleted AND (created_at, id) < ($3, $4)
    ORDER BY created_at DESC, id DESC LIMIT $5`,
};
const setSent = {
  name: "setSent",
  text: `UPDATE tasks SET status = 'processing', provider = $1, sent = $2 WHERE id = $3 AND owner = $4 AND ${unfinished} AND NOT deleted`,
};
const clearOwner = {
  name: "clearOwner",
  text: `UPDATE tasks SET owner = ${nobody} WHERE id = $1 AND owner = $2 AND ${unfinished} RETURNING kind`,
};
const clearSent = { name: "clearSent", text: `UPDATE tasks SET sent = NULL WHERE id = $1 AND owner = $2 AND ${unfinished}` };
/** Its account deleted it while it was sent: there is nothing to charge. */
const deleteRefused = { name: "deleteRefused", text: "DELETE FROM tasks WHERE id = $1 AND deleted" };
const finishTask = {
  name: "finishTask",
  text: `UPDATE tasks SET status = $1, finished_at = $2, request = NULL, sent = NULL, reserved = 0, result = $3, usage = $4, cost = $5, error_code = $6,
      error_message = $7, error_param = $8, error_retry_after = $9
    WHERE id = $10 AND owner = $11 AND ${unfinished} RETURNING account, model, deleted`,
};
// The bonus is used first, then referral earnings. The expressions read the columns' old values.
const charge = {
  name: "charge",
  text: keepBalances(
    `UPDATE accounts SET bonus = greatest(0, bonus - $1), referral = greatest(0, referral - greatest(0, $1 - bonus)),
      balance = balance - greatest(0, $1 - bonus - referral)
    WHERE id = $2`,
    "$3",
  ),
};
const countUsage = {
  name: "countUsage",
  text: `INSERT INTO usage AS counted VALUES ($1, $2, $3, 1, $4, $5, $6)
    ON CONFLICT (account, model, day) DO UPDATE SET tasks = counted.tasks + 1, input_tokens = counted.input_tokens + excluded.input_tokens,
      output_tokens = counted.output_tokens + excluded.output_tokens, cost = counted.cost + excluded.cost`,
};
const keepInput = {
  name: "keepInput",
  text: `INSERT INTO inputs SELECT id, request FROM tasks
    WHERE id = $1 AND owner = $2 AND endpoint = 'responses' AND is_kept AND ${unfinished}`,
};
const selectInput = {
  name: "selectInput",
  text: "SELECT inputs.request FROM inputs JOIN tasks ON tasks.id = inputs.task WHERE task = $1 AND created_at > $2 AND NOT deleted",
};
const setProgress = {
  name: "setProgress",
  text: `INSERT INTO progress SELECT id, $1 FROM tasks WHERE id = $2 AND owner = $3 AND ${unfinished}
    ON CONFLICT (task) DO UPDATE SET body = excluded.body`,
};
const selectStatuses = { name: "selectStatuses", text: "SELECT id, status FROM tasks WHERE id = ANY ($1) AND NOT deleted" };
const selectProgress = { name: "selectProgress", text: "SELECT body FROM progress WHERE task = $1" };
const clearProgress = { name: "clearProgress", text: "DELETE FROM progress WHERE task = $1" };
const insertFile = {
  name: "insertFile",
  text: "INSERT INTO files (token, task, position, name, media_type, format, size, bytes, location) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)",
};
const selectFile = {
  name: "selectFile",
  text: `SELECT ${fileColumns} FROM files WHERE token = $1 AND EXISTS (SELECT 1 FROM tasks WHERE tasks.id = files.task AND created_at > $2)`,
};
const selectBytes = { name: "selectBytes", text: "SELECT bytes FROM files WHERE token = $1" };
const countWaiting = {
  name: "countWaiting",
  text: `SELECT kind, count(*)::integer AS count, min(created_at) AS oldest FROM tasks
    WHERE owner = ${nobody} AND ${unfinished} AND created_at > $1 GROUP BY kind`,
};
const selectDeleted = {
  name: "selectDeleted",
  text: `SELECT owner, ${unfinished} AS is_unfinished, sent IS NOT NULL AS is_sent FROM tasks
    WHERE id = $1 AND created_at > $2 AND NOT deleted FOR UPDATE`,
};
const selectOwn = {
  name: "selectOwn",
  text: `SELECT ${columns}, request, sent, deleted FROM tasks WHERE owner = $1 AND ${unfinished} AND created_at > $2`,
};
const selectSweep = `SELECT seen_at, trusted_at, held_until FROM sweep UNION ALL
  SELECT created_at, created_at, NULL FROM (SELECT max(created_at) AS created_at FROM tasks) AS newest
    WHERE created_at IS NOT NULL AND NOT EXISTS (SELECT FROM sweep)`;
const setSweep = `INSERT INTO sweep (seen_at, trusted_at, held_until) VALUES ($1, $2, $3)
  ON CONFLICT (id) DO UPDATE SET seen_at = excluded.seen_at, trusted_at = excluded.trusted_at, held_until = excluded.held_until`;
/** How many tasks are removed in one transaction, so that locks are held briefly. */
const sweepBatch = 1000;
const selectOld = `SELECT id FROM tasks WHERE created_at <= $1 OR NOT is_kept AND finished_at <= $3
  ORDER BY created_at LIMIT $2 FOR UPDATE`;
/** True for tasks of other services that had time to reconnect. */
const left = `owner <> ${nobody} AND ${settledCondition}`;
/** Claims tasks without a living owner. Of two services that claim at once, the second one finds the first one alive. */
const takeOver = (which: string) =>
  `UPDATE tasks SET owner = $1 WHERE ${which} AND ${unfinished} AND created_at > $2 AND owner <> $1 AND NOT ${aliveCondition("tasks.owner")}
    RETURNING ${columns}, request, sent, deleted`;

export interface PostgresRecords extends TaskRecords {
  /** Tasks in the queue, by kind. */
  waiting(): Promise<WaitingPart[]>;
}

export interface RecordsOptions {
  database: PostgresDatabase;
  owner: PostgresOwner;
  queue: Pick<BossQueue, "add">;
  clock: WallClock;
}

function createClaims({ database, owner: self, queue, clock }: RecordsOptions, finish: TaskRecords["finish"]): TaskClaims {
  const { rows, transact } = database;
  const oldest = () => clock.now() - storageMilliseconds;
  return {
    async claimAll() {
      if (!self.isSettled()) return [];
      const claimed = await rows(takeOver(left), [self.number, oldest()]);
      return (await readUnfinished(claimed, { finish })).sort((first, second) => first.task.createdAt - second.task.createdAt);
    },
    async claim(id) {
      // A queued task has no owner. Another service's task may be claimed after all services had time to reconnect.
      const claimed = await rows(takeOver(`id = $3 AND (owner = ${nobody} OR $4 AND ${left})`), [
        self.number,
        oldest(),
        id,
        self.isSettled(),
      ]);
      return (await readUnfinished(claimed, { finish }))[0];
    },
    async release(id) {
      await transact(async (step) => {
        const [released] = await step.rows(clearOwner, [id, self.number]);
        if (released) await queue.add(step, oneOf(released, "kind", kinds), id);
      });
    },
    async listOwn() {
      return readUnfinished(await rows(selectOwn, [self.number, oldest()]), { finish });
    },
  };
}

/** Removes old tasks, and returns the locations of their files. */
async function sweep({ transact }: PostgresDatabase, oldest: number, oldestUnkept: number): Promise<string[]> {
  const locations: string[] = [];
  for (let removed = sweepBatch; removed === sweepBatch; ) {
    removed = await transact(async (step) => {
      const old = await step.rows(selectOld, [oldest, sweepBatch, oldestUnkept]);
      const ids = old.map((row) => text(row, "id"));
      const located = await step.rows("SELECT location FROM files WHERE task = ANY ($1) AND location IS NOT NULL", [ids]);
      locations.push(...located.map((row) => text(row, "location")));
      return step.changes("DELETE FROM tasks WHERE id = ANY ($1)", [ids]);
    });
  }
  return locations;
}

function createFileRecords({ rows }: PostgresDatabase, oldest: () => number): FileRecords {
  return {
    async findFile(token) {
      if (!isStorable(token)) return undefined;
      const [row] = await rows(selectFile, [token, oldest()]);
      return row && readFile(row);
    },
    async bytes(token) {
      const [row] = await rows(selectBytes, [token]);
      return row?.bytes instanceof Uint8Array ? row.bytes : undefined;
    },
    async hasLocation(location) {
      return (await rows("SELECT 1 FROM files WHERE location = $1", [location])).length > 0;
    },
  };
}

function createSweeps(database: PostgresDatabase, clock: WallClock): TaskSweeps {
  return {
    sweep: (now = clock.now()) => sweep(database, now - storageMilliseconds, now - unkeptMilliseconds),
    sweepTimes: async () => readSweepTimes((await database.rows(selectSweep))[0]),
    async keepSweepTimes({ seenAt, trustedAt, heldUntil }) {
      await database.changes(setSweep, [seenAt, trustedAt, heldUntil ?? null]);
    },
  };
}

/** Each method is one statement, or one transaction. */
export function createPostgresRecords({ database, owner: self, queue, clock }: RecordsOptions): PostgresRecords {
  const { rows, changes, transact } = database;
  const oldest = () => clock.now() - storageMilliseconds;

  const records: PostgresRecords = {
    async insert(task, request, { isQueued = false, reserved = 0 } = {}) {
      const { id, account, endpoint, kind, model, provider, status, createdAt, echo } = task;
      const owner = isQueued ? nobody : self.number;
      const described = [id, owner, endpoint, kind, model, provider, status, createdAt];
      const values = [...described, serializeValue(request), serializeValue(echo), account, reserved, isKept(task)];
      const insert = reserved > 0 ? reserveTask : insertTask;
      if (!isQueued) return (await changes(insert, values)) === 1;
      return transact(async (step) => {
        if ((await step.changes(insert, values)) !== 1) return false;
        await queue.add(step, kind, id);
        return true;
      });
    },
    async isAffordable(id) {
      const [row] = await rows(selectAffordable, [id]);
      return row?.is_affordable !== false;
    },
    async get(id) {
      if (!isStorable(id)) return undefined;
      const [row] = await rows(selectTask, [id, oldest()]);
      return row && readTask(row, readFiles(row));
    },
    async statuses(ids) {
      return readStatuses(await rows(selectStatuses, [ids]));
    },
    async input(id) {
      return isStorable(id) ? readInputRow((await rows(selectInput, [id, oldest()]))[0]) : undefined;
    },
    async list(account, limit, before = newestPosition) {
      if (!isStorable(before.id)) return [];
      const found = await rows(selectTasks, [account, oldest(), before.createdAt, before.id, limit]);
      return found.map((row) => readTask(row, readFiles(row)));
    },
    async markSent(id, provider, sent) {
      return (await changes(setSent, [provider, serializeValue(sent), id, self.number])) === 1;
    },
    async markRefused(id) {
      await transact(async (step) => {
        if ((await step.changes(clearSent, [id, self.number])) === 1) await step.changes(deleteRefused, [id]);
      });
    },
    async noteProgress(id, progress) {
      await changes(setProgress, [serializeValue(progress), id, self.number]);
    },
    async progress(id) {
      if (!isStorable(id)) return undefined;
      return readStoredProgress((await rows(selectProgress, [id]))[0]);
    },
    finish(id, { status, output, usage, cost, error }, files) {
      const result = [output ? serializeValue(output) : null, usage ? serializeValue(usage) : null];
      return transact(async (step) => {
        if (status !== "failed") await step.changes(keepInput, [id, self.number]);
        const [finished] = await step.rows(finishTask, [status, clock.now(), ...result, cost, ...errorColumns(error), id, self.number]);
        if (!finished) return false;
        await step.changes(clearProgress, [id]);
        const account = text(finished, "account");
        await step.changes(charge, [cost, account, dayOf(clock.now())]);
        await step.changes(countUsage, [account, text(finished, "model"), dayOf(clock.now()), usage?.input ?? 0, usage?.output ?? 0, cost]);
        if (finished.deleted === true) {
          await step.changes("DELETE FROM tasks WHERE id = $1", [id]);
          return false;
        }
        for (const [position, { token, name, mediaType, format, size, bytes, location }] of files.entries()) {
          await step.changes(insertFile, [token, id, position, name, mediaType, format, size, bytes ?? null, location ?? null]);
        }
        return true;
      });
    },
    async delete(id) {
      if (!isStorable(id)) return undefined;
      return transact(async (step) => {
        const [found] = await step.rows(selectDeleted, [id, oldest()]);
        if (!found) return undefined;
        const located = await step.rows("SELECT location FROM files WHERE task = $1 AND location IS NOT NULL", [id]);
        const owner = integer(found, "owner");
        const isRunning = found.is_unfinished === true && owner !== nobody;
        // Nobody works on a video that was given back to the queue: whoever gets it cancels it at the provider.
        const isGenerated = found.is_unfinished === true && found.is_sent === true;
        await step.changes(isGenerated ? "UPDATE tasks SET deleted = true WHERE id = $1" : "DELETE FROM tasks WHERE id = $1", [id]);
        if (isRunning && owner !== self.number) await announceDeletion(step, id);
        return located.map((row) => text(row, "location"));
      });
    },
    ...createFileRecords(database, oldest),
    async waiting() {
      const found = await rows(countWaiting, [oldest()]);
      return found.map((row) => ({ kind: oneOf(row, "kind", kinds), count: integer(row, "count"), oldest: integer(row, "oldest") }));
    },
    ...createClaims({ database, owner: self, queue, clock }, (...given) => records.finish(...given)),
    watchDeletions: self.watchDeletions,
    ...createSweeps(database, clock),
  };
  return records;
}

/** PostgreSQL's text cannot contain U+0000. */
function isStorable(text: string): boolean {
  return !text.includes("\0");
}

function readFiles({ files }: Row): StoredFile[] {
  return Array.isArray(files) ? files.map(readFile) : [];
}
