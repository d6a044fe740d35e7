/** The prepared statements of tasks and their files. */
import type { DatabaseSync } from "node:sqlite";

/** The sum that the unfinished tasks of the account have reserved. */
const reserved = `(SELECT coalesce(sum(unfinished.reserved), 0) FROM tasks AS unfinished
  WHERE unfinished.account = accounts.id AND unfinished.status IN ('pending', 'processing') AND unfinished.reserved > 0)`;

const columns =
  "id, account, endpoint, kind, model, provider, status, created_at, finished_at, echo, result, usage, cost, error_code, error_message, error_param, error_retry_after";
const fileColumns = "token, name, media_type, format, size, location, bytes IS NULL AND location IS NULL AS is_filler";

export type SqliteStatements = ReturnType<typeof prepareStatements>;

export function prepareStatements(database: DatabaseSync) {
  return {
    insertTask: database.prepare(
      `INSERT INTO tasks (id, owner, endpoint, kind, model, provider, status, created_at, request, echo, is_kept, account, reserved)
        SELECT ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, id, ? FROM accounts WHERE id = ? AND balance + bonus + referral > iif(?, ${reserved}, 0)`,
    ),
    selectAffordable: database.prepare(
      `SELECT reserved = 0 OR balance + bonus + referral > ${reserved} - reserved AS is_affordable
        FROM tasks JOIN accounts ON accounts.id = tasks.account WHERE tasks.id = ?`,
    ),
    selectTask: database.prepare(`SELECT ${columns} FROM tasks WHERE id = ? AND created_at > ? AND deleted = 0`),
    selectStatuses: database.prepare(
      "SELECT tasks.id, status FROM json_each(?) AS wanted JOIN tasks ON tasks.id = wanted.value WHERE deleted = 0",
    ),
    selectTasks: database.prepare(
      `SELECT ${columns} FROM tasks WHERE account = ? AND created_at > ? AND deleted = 0 AND (created_at, id) < (?, ?) ORDER BY created_at DESC, id DESC LIMIT ?`,
    ),
    selectUnfinished: database.prepare(
      `SELECT ${columns}, owner, request, sent, deleted FROM tasks WHERE status IN ('pending', 'processing') AND created_at > ? ORDER BY created_at`,
    ),
    selectOwner: database.prepare(
      `SELECT ${columns}, owner, request, sent, deleted FROM tasks WHERE id = ? AND status IN ('pending', 'processing') AND created_at > ?`,
    ),
    changeOwner: database.prepare("UPDATE tasks SET owner = ? WHERE id = ? AND owner = ? AND status IN ('pending', 'processing')"),
    clearOwner: database.prepare("UPDATE tasks SET owner = ? WHERE id = ? AND owner = ? AND status IN ('pending', 'processing')"),
    setSent: database.prepare(
      "UPDATE tasks SET status = 'processing', provider = ?, sent = ? WHERE id = ? AND owner = ? AND status IN ('pending', 'processing') AND deleted = 0",
    ),
    clearSent: database.prepare("UPDATE tasks SET sent = NULL WHERE id = ? AND owner = ? AND status IN ('pending', 'processing')"),
    keepInput: database.prepare(
      `INSERT INTO inputs SELECT id, request FROM tasks
        WHERE id = ? AND owner = ? AND endpoint = 'responses' AND is_kept = 1 AND status IN ('pending', 'processing')`,
    ),
    selectInput: database.prepare(
      "SELECT inputs.request FROM inputs JOIN tasks ON tasks.id = inputs.task WHERE task = ? AND created_at > ? AND deleted = 0",
    ),
    finishTask: database.prepare(
      "UPDATE tasks SET status = ?, finished_at = ?, request = NULL, sent = NULL, result = ?, usage = ?, cost = ?, error_code = ?, error_message = ?, error_param = ?, error_retry_after = ? WHERE id = ? AND owner = ? AND status IN ('pending', 'processing')",
    ),
    // The bonus is used first, then referral earnings. The expressions read the columns' old values.
    charge: database.prepare(
      "UPDATE accounts SET bonus = max(0, bonus - $cost), referral = max(0, referral - max(0, $cost - bonus)), balance = balance - max(0, $cost - bonus - referral) WHERE id = (SELECT account FROM tasks WHERE tasks.id = $task)",
    ),
    countDay: database.prepare(
      `INSERT INTO days SELECT accounts.id, $day, 1, $cost, balance + bonus + referral FROM accounts JOIN tasks ON tasks.account = accounts.id
        WHERE tasks.id = $task
        ON CONFLICT DO UPDATE SET tasks = tasks + 1, cost = cost + excluded.cost, balance = excluded.balance`,
    ),
    setProgress: database.prepare(
      `INSERT INTO progress SELECT id, ? FROM tasks WHERE id = ? AND owner = ? AND status IN ('pending', 'processing')
        ON CONFLICT DO UPDATE SET body = excluded.body`,
    ),
    selectProgress: database.prepare("SELECT body FROM progress WHERE task = ?"),
    clearProgress: database.prepare("DELETE FROM progress WHERE task = ?"),
    selectLocations: database.prepare("SELECT location FROM files WHERE task = ? AND location IS NOT NULL"),
    selectOldLocations: database.prepare(
      `SELECT location FROM files JOIN tasks ON tasks.id = files.task
        WHERE (created_at <= ? OR is_kept = 0 AND finished_at <= ?) AND location IS NOT NULL`,
    ),
    selectLocation: database.prepare("SELECT 1 FROM files WHERE location = ?"),
    deleteTask: database.prepare("DELETE FROM tasks WHERE id = ? AND created_at > ? AND deleted = 0"),
    markDeleted: database.prepare(
      "UPDATE tasks SET deleted = 1 WHERE id = ? AND created_at > ? AND deleted = 0 AND sent IS NOT NULL AND status IN ('pending', 'processing')",
    ),
    deleteMarked: database.prepare("DELETE FROM tasks WHERE id = ? AND deleted = 1"),
    selectSweep: database.prepare(
      `SELECT seen_at, trusted_at, held_until FROM sweep UNION ALL
        SELECT created_at, created_at, NULL FROM (SELECT max(created_at) AS created_at FROM tasks)
          WHERE created_at IS NOT NULL AND NOT EXISTS (SELECT 1 FROM sweep)`,
    ),
    setSweep: database.prepare("INSERT OR REPLACE INTO sweep (id, seen_at, trusted_at, held_until) VALUES (1, ?, ?, ?)"),
    deleteOld: database.prepare("DELETE FROM tasks WHERE created_at <= ? OR is_kept = 0 AND finished_at <= ?"),
    insertFile: database.prepare(
      "INSERT INTO files (token, task, name, media_type, format, size, bytes, location) VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
    ),
    selectFiles: database.prepare(`SELECT ${fileColumns} FROM files WHERE task = ? ORDER BY rowid`),
    selectFile: database.prepare(
      `SELECT ${fileColumns} FROM files WHERE token = ? AND EXISTS (SELECT 1 FROM tasks WHERE tasks.id = files.task AND created_at > ?)`,
    ),
    selectBytes: database.prepare("SELECT bytes FROM files WHERE token = ?"),
  };
}
