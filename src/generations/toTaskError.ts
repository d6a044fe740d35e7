import { ServiceError } from "../client/serviceError.ts";
import { errorText } from "../contract/errorText.ts";
import { toDiskError } from "./diskError.ts";
import type { TaskError } from "./task.ts";

/** Converts any thrown value to the error that the journal stores. */
export function toTaskError(error: unknown): TaskError {
  if (!(error instanceof ServiceError)) return toDiskError(error) ?? { kind: "unknown", message: errorText(error) };
  const { kind, message, code, param, type, status, retryAfterMilliseconds } = error;
  return { kind, message, code, param, type, status, retryAfterMilliseconds };
}
