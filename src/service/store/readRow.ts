/** Reads rows of the service's tables, whose column names are the same in both databases. */
import { deserialize } from "node:v8";
import { isErrorCode } from "../../contract/errors.ts";
import { kinds } from "../../contract/kind.ts";
import type { GenerationRequest } from "../../providers/request.ts";
import {
  endpoints,
  type SentRequest,
  type StoredFile,
  type StoredOutput,
  type StoredTask,
  storedStatuses,
  type TaskEcho,
  type TokenUsage,
  type UnfinishedTask,
} from "./storedTask.ts";

export type Row = Record<string, unknown>;

export function readTask(row: Row, files: readonly StoredFile[]): StoredTask {
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
    files,
    error:
      typeof code === "string" && isErrorCode(code)
        ? { code, message: text(row, "error_message"), param: typeof row.error_param === "string" ? row.error_param : undefined }
        : undefined,
  };
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

/** Reads a row that also has the columns `request` and `sent`. */
export function readUnfinished(row: Row): UnfinishedTask {
  return {
    task: readTask(row, []),
    request: object<GenerationRequest>(row, "request"),
    sent: row.sent === null ? undefined : object<SentRequest>(row, "sent"),
  };
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

/** Deserializes what the store serialized: the database's version ensures its shape. */
function object<Shape>(row: Row, column: string): Shape {
  const value = row[column];
  if (value instanceof Uint8Array) return deserialize(value);
  throw new TypeError(`The column ${column} holds no object.`);
}
