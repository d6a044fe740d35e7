/** Stores tasks and files in SQLite for 30 days. Source: spec, "Limits", result storage. */
import type { DatabaseSync, SQLOutputValue } from "node:sqlite";
import { deserialize, serialize } from "node:v8";
import { isErrorCode } from "../../contract/errors.ts";
import { kinds } from "../../contract/kind.ts";
import { storageMilliseconds } from "../../contract/limits.ts";
import type { GenerationRequest } from "../../providers/request.ts";
import type { Owner } from "../../sqlite/owner.ts";
import { transact } from "../../sqlite/transact.ts";
import type { Clock } from "../serviceOptions.ts";
import {
  endpoints,
  type NewFile,
  type SentRequest,
  type StoredFile,
  type StoredOutput,
  type StoredTask,
  storedStatuses,
  type TaskEcho,
  type TokenUsage,
  type UnfinishedTask,
} from "./storedTask.ts";

type Row = Record<string, SQLOutputValue>;

/** What a generation leaves behind. */
export interface Outcome {
  status: "completed" | "incomplete" | "failed";
  output?: StoredOutput;
  usage?: TokenUsage;
  cost: number;
  error?: StoredTask["error"];
  files: readonly NewFile[];
}

export interface TaskStore {
  /** On disk, where there is one, when this returns. */
  insert(task: StoredTask, request: GenerationRequest): void;
  /** undefined: unknown, deleted, or older than the storage time. */
  get(id: string): StoredTask | undefined;
  /**
   * On disk, where there is one, when this returns: after it a provider may have accepted the request, and may bill for it.
   * Throws where that cannot be written; then nothing may be sent.
   */
  markSent(id: string, provider: string, sent: SentRequest): void;
  /** Nothing was accepted: the request may be sent again, by whoever comes next. */
  markRefused(id: string): void;
  /**
   * Writes result, files and the account's new balance in one transaction. false: the task was deleted, or taken over, meanwhile.
   * Throws, and changes nothing, while the disk is full or another program locks the database.
   */
  finish(id: string, outcome: Outcome): boolean;
  /** true: there was one. */
  delete(id: string): boolean;
  files(taskId: string): StoredFile[];
  /** The task that a file's link belongs to. */
  findFile(token: string): { taskId: string; file: StoredFile } | undefined;
  /** undefined: a filler. */
  bytes(token: string): Uint8Array | undefined;
  /** Takes over every unfinished task of a service that does not run any more; oldest first. */
  claimAll(): UnfinishedTask[];
  /** The same for one task. undefined: it is over, unknown, or somebody is at it. */
  claim(id: string): UnfinishedTask | undefined;
  /** Forgets what is older than the storage time. */
  sweep(): void;
}

export function createTaskStore(database: DatabaseSync, self: Owner, clock: Clock): TaskStore {
  const insertTask = database.prepare(
    "INSERT INTO tasks (id, account, owner, endpoint, kind, model, provider, status, created_at, request, echo) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
  );
  const columns =
    "id, account, endpoint, kind, model, provider, status, created_at, finished_at, echo, result, usage, cost, error_code, error_message, error_param";
  const selectTask = database.prepare(`SELECT ${columns} FROM tasks WHERE id = ? AND created_at > ?`);
  const selectUnfinished = database.prepare(
    `SELECT ${columns}, owner, request, sent FROM tasks WHERE status IN ('pending', 'processing') AND created_at > ? ORDER BY created_at`,
  );
  const selectOwner = database.prepare(
    `SELECT ${columns}, owner, request, sent FROM tasks WHERE id = ? AND status IN ('pending', 'processing') AND created_at > ?`,
  );
  const changeOwner = database.prepare("UPDATE tasks SET owner = ? WHERE id = ? AND owner = ? AND status IN ('pending', 'processing')");
  const setSent = database.prepare(
    "UPDATE tasks SET status = 'processing', provider = ?, sent = ? WHERE id = ? AND owner = ? AND status IN ('pending', 'processing')",
  );
  const clearSent = database.prepare("UPDATE tasks SET sent = NULL WHERE id = ? AND owner = ? AND status IN ('pending', 'processing')");
  const finishTask = database.prepare(
    "UPDATE tasks SET status = ?, finished_at = ?, request = NULL, sent = NULL, result = ?, usage = ?, cost = ?, error_code = ?, error_message = ?, error_param = ? WHERE id = ? AND owner = ? AND status IN ('pending', 'processing')",
  );
  // The bonus is used first, then what was earned by referral. The expressions read the columns as they were.
  const charge = database.prepare(
    "UPDATE accounts SET bonus = max(0, bonus - $cost), referral = max(0, referral - max(0, $cost - bonus)), balance = balance - max(0, $cost - bonus - referral) WHERE id = (SELECT account FROM tasks WHERE tasks.id = $task)",
  );
  const deleteTask = database.prepare("DELETE FROM tasks WHERE id = ? AND created_at > ?");
  const deleteOld = database.prepare("DELETE FROM tasks WHERE created_at <= ?");
  const insertFile = database.prepare(
    "INSERT INTO files (token, task, name, media_type, format, size, bytes) VALUES (?, ?, ?, ?, ?, ?, ?)",
  );
  const selectFiles = database.prepare("SELECT token, name, media_type, format, size FROM files WHERE task = ? ORDER BY rowid");
  const selectFile = database.prepare("SELECT token, task, name, media_type, format, size FROM files WHERE token = ?");
  const selectBytes = database.prepare("SELECT bytes FROM files WHERE token = ?");
  const oldest = () => clock.now() - storageMilliseconds;

  function takeOver(row: Row): UnfinishedTask | undefined {
    const owner = text(row, "owner");
    if (owner === self.id || self.isAlive(owner)) return undefined;
    if (changeOwner.run(self.id, text(row, "id"), owner).changes !== 1) return undefined;
    return {
      task: readTask(row),
      request: object<GenerationRequest>(row, "request"),
      sent: row.sent === null ? undefined : object<SentRequest>(row, "sent"),
    };
  }

  return {
    insert(task, request) {
      const { id, account, endpoint, kind, model, provider, status, createdAt, echo } = task;
      insertTask.run(id, account, self.id, endpoint, kind, model, provider, status, createdAt, serialize(request), serialize(echo));
    },
    get(id) {
      const row = selectTask.get(id, oldest());
      return row && readTask(row);
    },
    markSent(id, provider, sent) {
      setSent.run(provider, serialize(sent), id, self.id);
    },
    markRefused(id) {
      clearSent.run(id, self.id);
    },
    finish(id, outcome) {
      return transact(database, () => {
        const { changes } = finishTask.run(
          outcome.status,
          clock.now(),
          outcome.output ? serialize(outcome.output) : null,
          outcome.usage ? serialize(outcome.usage) : null,
          outcome.cost,
          outcome.error?.code ?? null,
          outcome.error?.message ?? null,
          outcome.error?.param ?? null,
          id,
          self.id,
        );
        if (changes !== 1) return false;
        charge.run({ $cost: outcome.cost, $task: id });
        for (const file of outcome.files) {
          insertFile.run(file.token, id, file.name, file.mediaType, file.format, file.size, file.bytes ?? null);
        }
        return true;
      });
    },
    delete: (id) => deleteTask.run(id, oldest()).changes === 1,
    files: (taskId) => selectFiles.all(taskId).map(readFile),
    findFile(token) {
      const row = selectFile.get(token);
      return row && { taskId: text(row, "task"), file: readFile(row) };
    },
    bytes(token) {
      const bytes = selectBytes.get(token)?.bytes;
      return bytes instanceof Uint8Array ? bytes : undefined;
    },
    claimAll: () => selectUnfinished.all(oldest()).flatMap((row) => takeOver(row) ?? []),
    claim(id) {
      const row = selectOwner.get(id, oldest());
      return row && takeOver(row);
    },
    sweep() {
      deleteOld.run(oldest());
    },
  };
}

function readTask(row: Row): StoredTask {
  const code = row.error_code;
  return {
    id: text(row, "id"),
    account: text(row, "account"),
    endpoint: oneOf(row, "endpoint", endpoints),
    kind: oneOf(row, "kind", kinds),
    model: text(row, "model"),
    provider: text(row, "provider"),
    status: oneOf(row, "status", storedStatuses),
    createdAt: integer(row, "created_at"),
    finishedAt: row.finished_at === null ? undefined : integer(row, "finished_at"),
    echo: object<TaskEcho>(row, "echo"),
    output: row.result === null ? undefined : object<StoredOutput>(row, "result"),
    usage: row.usage === null ? undefined : object<TokenUsage>(row, "usage"),
    cost: integer(row, "cost"),
    error:
      typeof code === "string" && isErrorCode(code)
        ? { code, message: text(row, "error_message"), param: typeof row.error_param === "string" ? row.error_param : undefined }
        : undefined,
  };
}

function readFile(row: Row): StoredFile {
  return {
    token: text(row, "token"),
    name: text(row, "name"),
    mediaType: text(row, "media_type"),
    format: text(row, "format"),
    size: integer(row, "size"),
  };
}

function text(row: Row, column: string): string {
  const value = row[column];
  if (typeof value === "string") return value;
  throw new TypeError(`The column ${column} holds no text.`);
}

function integer(row: Row, column: string): number {
  const value = row[column];
  if (typeof value === "number") return value;
  throw new TypeError(`The column ${column} holds no integer.`);
}

function oneOf<const Value extends string>(row: Row, column: string, values: readonly Value[]): Value {
  const value = values.find((known) => known === row[column]);
  if (value !== undefined) return value;
  throw new TypeError(`The column ${column} holds a value that is not known.`);
}

/** Reads back what this module serialized: the database's version vouches for its shape. */
function object<Shape>(row: Row, column: string): Shape {
  const value = row[column];
  if (value instanceof Uint8Array) return deserialize(value);
  throw new TypeError(`The column ${column} holds no object.`);
}
