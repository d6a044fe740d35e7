/** Reads rows of the service's tables, whose column names are the same in both databases. */
import { deserialize, serialize } from "node:v8";
import { isErrorCode } from "../../contract/errors.ts";
import { kinds } from "../../contract/kind.ts";
import { type Progress, readProgress } from "../../contract/progress.ts";
import type { GenerationRequest, TextRequest } from "../../providers/request.ts";
import type { Row } from "../../sqlite/database.ts";
import type { DayUsage } from "../account/accounts.ts";
import { storable } from "../jsonBounds.ts";
import { emptyEcho } from "./responseEcho.ts";
import {
  type Endpoint,
  endpoints,
  type SentRequest,
  type StoredError,
  type StoredFile,
  type StoredOutput,
  type StoredStatus,
  type StoredTask,
  storedStatuses,
  type TaskEcho,
  type TokenUsage,
  type UnfinishedTask,
} from "./storedTask.ts";
import type { SweepTimes } from "./sweepTimes.ts";
import type { TaskRecords } from "./taskRecords.ts";

/** The statuses of tasks by their ids. */
export function readStatuses(rows: readonly Row[]): ReadonlyMap<string, StoredStatus> {
  return new Map(rows.map((row) => [text(row, "id"), oneOf(row, "status", storedStatuses)]));
}

/** What a task of which a value cannot be read ends with. */
const unreadable = { code: "api_error", message: "What is stored of this task cannot be read." } as const;

/** A task of which a value cannot be read has failed. */
export function readTask(row: Row, files: readonly StoredFile[]): StoredTask {
  const code = row.error_code;
  const endpoint = oneOf(row, "endpoint", endpoints);
  const task = {
    id: text(row, "id"),
    account: text(row, "account"),
    endpoint,
    kind: oneOf(row, "kind", kinds),
    model: text(row, "model"),
    provider: text(row, "provider"),
    status: oneOf(row, "status", storedStatuses),
    createdAt: integer(row, "created_at"),
    finishedAt: row.finished_at === null ? undefined : integer(row, "finished_at"),
    cost: integer(row, "cost"),
    files,
    error:
      typeof code === "string" && isErrorCode(code)
        ? {
            code,
            message: text(row, "error_message"),
            param: typeof row.error_param === "string" ? row.error_param : undefined,
            retryAfter: typeof row.error_retry_after === "number" ? row.error_retry_after : undefined,
          }
        : undefined,
  };
  try {
    return {
      ...task,
      echo: object<TaskEcho>(row, "echo"),
      output: row.result === null ? undefined : object<StoredOutput>(row, "result"),
      usage: row.usage === null ? undefined : object<TokenUsage>(row, "usage"),
    };
  } catch {
    return { ...task, status: "failed", echo: echoOf(endpoint), output: undefined, usage: undefined, error: unreadable };
  }
}

export function readDay(row: Row): DayUsage {
  return {
    day: text(row, "day"),
    tasks: integer(row, "tasks"),
    cost: integer(row, "cost"),
    balance: row.balance === null ? undefined : integer(row, "balance"),
  };
}

/** What an answer repeats if that cannot be read. */
function echoOf(endpoint: Endpoint): TaskEcho {
  switch (endpoint) {
    case "responses":
      return { kind: "response", response: emptyEcho };
    case "v2":
      return { kind: "v2", inline: false };
    default:
      return { kind: "media" };
  }
}

/** undefined: there is no row, or it cannot be read. */
export function readInputRow(row: Row | undefined): TextRequest | undefined {
  try {
    const request = row && object<GenerationRequest>(row, "request");
    return request?.kind === "text" ? request : undefined;
  } catch {
    return undefined;
  }
}

/** undefined: there is no row, or it cannot be read. */
export function readStoredProgress(row: Row | undefined): Progress | undefined {
  try {
    return row && readProgress(object(row, "body"));
  } catch {
    return undefined;
  }
}

export function readFile(row: Row): StoredFile {
  return {
    token: text(row, "token"),
    name: text(row, "name"),
    mediaType: text(row, "media_type"),
    format: text(row, "format"),
    size: integer(row, "size"),
    isFiller: row.is_filler === 1,
    location: row.location === null ? undefined : text(row, "location"),
  };
}

/**
 * Reads rows of this service's unfinished tasks, which also have the columns `request`, `sent` and `deleted`. A task that cannot be read is failed, so
 * that it does not hold up the others.
 */
export async function readUnfinished(rows: readonly Row[], { finish }: Pick<TaskRecords, "finish">): Promise<UnfinishedTask[]> {
  const read: UnfinishedTask[] = [];
  for (const row of rows) {
    const found = readOne(row);
    if (found) read.push(found);
    else await finish(text(row, "id"), { status: "failed", cost: 0, error: unreadable, files: [] }, []);
  }
  return read;
}

function readOne(row: Row): UnfinishedTask | undefined {
  try {
    const task = readTask(row, []);
    const sent = row.sent === null ? undefined : object<SentRequest>(row, "sent");
    return task.status === "failed"
      ? undefined
      : { task, request: object<GenerationRequest>(row, "request"), sent, isDeleted: Boolean(row.deleted) };
  } catch {
    return undefined;
  }
}

export function readSweepTimes(row: Row | undefined): SweepTimes | undefined {
  if (row === undefined) return undefined;
  const heldUntil = row.held_until === null ? undefined : integer(row, "held_until");
  return { seenAt: integer(row, "seen_at"), trustedAt: integer(row, "trusted_at"), heldUntil };
}

export function text(row: Row, column: string): string {
  const value = row[column];
  if (typeof value === "string") return value;
  throw new TypeError(`The column ${column} holds no text.`);
}

export function integer(row: Row, column: string): number {
  const value = row[column];
  if (typeof value === "number") return value;
  throw new TypeError(`The column ${column} holds no integer.`);
}

export function oneOf<const Value extends string>(row: Row, column: string, values: readonly Value[]): Value {
  const value = values.find((known) => known === row[column]);
  if (value !== undefined) return value;
  throw new TypeError(`The column ${column} holds a value that is not known.`);
}

/** The values of the columns of an error, in the order of their names. PostgreSQL's text cannot contain U+0000. */
export function errorColumns(error: StoredError | undefined): (string | number | null)[] {
  const wait = Math.ceil(error?.retryAfter ?? Number.NaN);
  return [error?.code ?? null, error?.message.replaceAll("\0", "") ?? null, error?.param ?? null, Number.isSafeInteger(wait) ? wait : null];
}

/** The bytes of a value that `object` reads. V8's format, because requests contain the bytes of files. */
export function serializeValue(value: object): Uint8Array {
  return serialize(storable(value));
}

/** Reads what `bytesOf` wrote: the database's version ensures its shape. */
function object<Shape>(row: Row, column: string): Shape {
  const value = row[column];
  if (value instanceof Uint8Array) return deserialize(value);
  throw new TypeError(`The column ${column} holds no object.`);
}
