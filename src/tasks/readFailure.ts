/** Anything thrown in; why a task waits or failed, as the journal keeps it, out. */
import { ServiceError } from "../client/serviceError.ts";
import { readDiskRefusal } from "./diskRefusal.ts";
import type { TaskFailure } from "./task.ts";

export function readFailure(error: unknown): TaskFailure {
  if (error instanceof ServiceError) return { kind: error.kind, message: error.message, code: error.code };
  return readDiskRefusal(error) ?? { kind: "unknown", message: messageOf(error), code: undefined };
}

export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : "Unknown error.";
}
