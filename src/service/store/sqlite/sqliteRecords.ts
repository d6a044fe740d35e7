import type { DatabaseSync } from "node:sqlite";
import { storageMilliseconds } from "../../../contract/limits.ts";
import type { Owner } from "../../../sqlite/owner.ts";
import { transact } from "../../../sqlite/transact.ts";
import { dayOf } from "../../account/accounts.ts";
import type { Clock } from "../../serviceOptions.ts";
import { bytesOf, type Row, readFile, readStoredProgress, readTask, readUnfinished, text } from "../readRow.ts";
import { newestPosition, type TaskRecords } from "../taskRecords.ts";

/** The sum that the unfinished tasks of an account have reserved. */
const reservedBy = (account: string) => `(SELECT coalesce(sum(unfinished.reserved), 0) FROM tasks AS unfinished
  WHERE unfinished.account = ${account} AND unfinished.status IN ('pending', 'processing') AND unfinished.reserved > 0)`;

/** The owner of a task that was released. */
const nobody = "";

/** SQLite is synchronous, so each method is one step. Errors become rejections. */
export function createSqliteRecords(database: DatabaseSync, self: Owner, clock: Clock): TaskRecords {
  const insertTask = database.prepare(
    `INSERT INTO tasks (id, owner, endpoint, kind, model, provider, status, created_at, request, echo, account, reserved)
      SELECT ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, id, ? FROM accounts WHERE id = ? AND balance + bonus + referral > iif(?, ${reservedBy("accounts.id")}, 0)`,
  );
  const selectAffordable = database.prepare(
    `SELECT reserved = 0 OR balance + bonus + referral > ${reservedBy("accounts.id")} - reserved AS is_affordable
      FROM tasks JOIN accounts ON accounts.id = tasks.account WHERE tasks.id = ?`,
  );
  const columns =
    "id, account, endpoint, kind, model, provider, status, created_at, finished_at, echo, result, usage, cost, error_code, error_message, error_param";
  const selectTask = database.prepare(`SELECT ${columns} FROM tasks WHERE id = ? AND created_at > ? AND deleted = 0`);
  const selectTasks = database.prepare(
    `SELECT ${columns} FROM tasks WHERE account = ? AND created_at > ? AND deleted = 0 AND (created_at, id) < (?, ?) ORDER BY created_at DESC, id DESC LIMIT ?`,
  );
  const selectUnfinished = database.prepare(
    `SELECT ${columns}, owner, request, sent, deleted FROM tasks WHERE status IN ('pending', 'processing') AND created_at > ? ORDER BY created_at`,
  );
  const selectOwner = database.prepare(
    `SELECT ${columns}, owner, request, sent, deleted FROM tasks WHERE id = ? AND status IN ('pending', 'processing') AND created_at > ?`,
  );
  const changeOwner = database.prepare("UPDATE tasks SET owner = ? WHERE id = ? AND owner = ? AND status IN ('pending', 'processing')");
  const clearOwner = database.prepare("UPDATE tasks SET owner = ? WHERE id = ? AND owner = ? AND status IN ('pending', 'processing')");
  const setSent = database.prepare(
    "UPDATE tasks SET status = 'processing', provider = ?, sent = ? WHERE id = ? AND owner = ? AND status IN ('pending', 'processing') AND deleted = 0",
  );
  const clearSent = database.prepare("UPDATE tasks SET sent = NULL WHERE id = ? AND owner = ? AND status IN ('pending', 'processing')");
  const finishTask = database.prepare(
    "UPDATE tasks SET status = ?, finished_at = ?, request = NULL, sent = NULL, result = ?, usage = ?, cost = ?, error_code = ?, error_message = ?, error_param = ? WHERE id = ? AND owner = ? AND status IN ('pending', 'processing')",
  );
  // The bonus is used first, then referral earnings. The expressions read the columns' old values.
  const charge = database.prepare(
    "UPDATE accounts SET bonus = max(0, bonus - $cost), referral = max(0, referral - max(0, $cost - bonus)), balance = balance - max(0, $cost - bonus - referral) WHERE id = (SELECT account FROM tasks WHERE tasks.id = $task)",
  );
  const countDay = database.prepare(
    `INSERT INTO days SELECT accounts.id, $day, 1, $cost, balance + bonus + referral FROM accounts JOIN tasks ON tasks.account = accounts.id
      WHERE tasks.id = $task
      ON CONFLICT DO UPDATE SET tasks = tasks + 1, cost = cost + excluded.cost, balance = excluded.balance`,
  );
  const setProgress = database.prepare(
    `INSERT INTO progress SELECT id, ? FROM tasks WHERE id = ? AND owner = ? AND status IN ('pending', 'processing')
      ON CONFLICT DO UPDATE SET body = excluded.body`,
  );
  const selectProgress = database.prepare("SELECT body FROM progress WHERE task = ?");
  const clearProgress = database.prepare("DELETE FROM progress WHERE task = ?");
  const selectLocations = database.prepare("SELECT location FROM files WHERE task = ? AND location IS NOT NULL");
  const selectOldLocations = database.prepare(
    "SELECT location FROM files JOIN tasks ON tasks.id = files.task WHERE created_at <= ? AND location IS NOT NULL",
  );
  const selectLocation = database.prepare("SELECT 1 FROM files WHERE location = ?");
  const deleteTask = database.prepare("DELETE FROM tasks WHERE id = ? AND created_at > ? AND deleted = 0");
  const markDeleted = database.prepare(
    "UPDATE tasks SET deleted = 1 WHERE id = ? AND created_at > ? AND deleted = 0 AND sent IS NOT NULL AND status IN ('pending', 'processing')",
  );
  const deleteMarked = database.prepare("DELETE FROM tasks WHERE id = ? AND deleted = 1");
  const deleteOld = database.prepare("DELETE FROM tasks WHERE created_at <= ?");
  const insertFile = database.prepare(
    "INSERT INTO files (token, task, name, media_type, format, size, bytes, location) VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
  );
  const fileColumns = "token, name, media_type, format, size, location, bytes IS NULL AND location IS NULL AS is_filler";
  const selectFiles = database.prepare(`SELECT ${fileColumns} FROM files WHERE task = ? ORDER BY rowid`);
  const selectFile = database.prepare(
    `SELECT ${fileColumns} FROM files WHERE token = ? AND EXISTS (SELECT 1 FROM tasks WHERE tasks.id = files.task AND created_at > ?)`,
  );
  const selectBytes = database.prepare("SELECT bytes FROM files WHERE token = ?");
  const oldest = () => clock.now() - storageMilliseconds;

  function takeOver(row: Row): boolean {
    const owner = text(row, "owner");
    if (owner !== nobody && (owner === self.id || self.isAlive(owner))) return false;
    return changeOwner.run(self.id, text(row, "id"), owner).changes === 1;
  }

  const records: TaskRecords = {
    async insert(task, request, { reserved = 0 } = {}) {
      const { id, account, endpoint, kind, model, provider, status, createdAt, echo } = task;
      const values = [
        id,
        self.id,
        endpoint,
        kind,
        model,
        provider,
        status,
        createdAt,
        bytesOf(request),
        bytesOf(echo),
        reserved,
        account,
        reserved,
      ];
      return insertTask.run(...values).changes === 1;
    },
    async isAffordable(id) {
      return selectAffordable.get(id)?.is_affordable !== 0;
    },
    async get(id) {
      const row = selectTask.get(id, oldest());
      // Files are written when their task finishes.
      if (!row || row.finished_at === null) return row && readTask(row, []);
      const read = () => {
        const finished = selectTask.get(id, oldest());
        return finished && readTask(finished, selectFiles.all(id).map(readFile));
      };
      return transact(database, read, "DEFERRED");
    },
    async list(account, limit, before = newestPosition) {
      const read = () =>
        selectTasks
          .all(account, oldest(), before.createdAt, before.id, limit)
          .map((row) => readTask(row, selectFiles.all(text(row, "id")).map(readFile)));
      return transact(database, read, "DEFERRED");
    },
    async markSent(id, provider, sent) {
      return setSent.run(provider, bytesOf(sent), id, self.id).changes === 1;
    },
    async markRefused(id) {
      transact(database, () => {
        // If its account deleted it while it was sent, there is nothing to charge.
        if (clearSent.run(id, self.id).changes === 1) deleteMarked.run(id);
      });
    },
    async noteProgress(id, progress) {
      setProgress.run(bytesOf(progress), id, self.id);
    },
    async progress(id) {
      return readStoredProgress(selectProgress.get(id));
    },
    async finish(id, outcome, files) {
      return transact(database, () => {
        const { changes } = finishTask.run(
          outcome.status,
          clock.now(),
          outcome.output ? bytesOf(outcome.output) : null,
          outcome.usage ? bytesOf(outcome.usage) : null,
          outcome.cost,
          outcome.error?.code ?? null,
          outcome.error?.message ?? null,
          outcome.error?.param ?? null,
          id,
          self.id,
        );
        if (changes !== 1) return false;
        clearProgress.run(id);
        charge.run({ $cost: outcome.cost, $task: id });
        countDay.run({ $day: dayOf(clock.now()), $cost: outcome.cost, $task: id });
        if (deleteMarked.run(id).changes === 1) return false;
        for (const { token, name, mediaType, format, size, bytes, location } of files) {
          insertFile.run(token, id, name, mediaType, format, size, bytes ?? null, location ?? null);
        }
        return true;
      });
    },
    async delete(id) {
      return transact(database, () => {
        if (markDeleted.run(id, oldest()).changes === 1) return [];
        const locations = selectLocations.all(id).map((row) => text(row, "location"));
        return deleteTask.run(id, oldest()).changes === 1 ? locations : undefined;
      });
    },
    async findFile(token) {
      const row = selectFile.get(token, oldest());
      return row && readFile(row);
    },
    async bytes(token) {
      const bytes = selectBytes.get(token)?.bytes;
      return bytes instanceof Uint8Array ? bytes : undefined;
    },
    async hasLocation(location) {
      return selectLocation.get(location) !== undefined;
    },
    async claimAll() {
      return readUnfinished(selectUnfinished.all(oldest()).filter(takeOver), records);
    },
    async claim(id) {
      const row = selectOwner.get(id, oldest());
      return row && takeOver(row) ? (await readUnfinished([row], records))[0] : undefined;
    },
    async release(id) {
      clearOwner.run(nobody, id, self.id);
    },
    async listOwn() {
      const own = selectUnfinished.all(oldest()).filter((row) => text(row, "owner") === self.id);
      return readUnfinished(own, records);
    },
    // Whoever finishes a deleted task finds out then.
    watchDeletions() {},
    async sweep() {
      return transact(database, () => {
        const locations = selectOldLocations.all(oldest()).map((row) => text(row, "location"));
        deleteOld.run(oldest());
        return locations;
      });
    },
  };
  return records;
}
