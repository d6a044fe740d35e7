import { ServiceError } from "../../client/serviceError.ts";
import type { Task } from "../../generations/task.ts";

/** The error of a task that ended without a result, for callers that throw. */
export function toServiceError({ error, state }: Task): ServiceError {
  const facts = error ?? { kind: "aborted" as const, message: "The request was stopped." };
  return new ServiceError({ ...facts, maybeAccepted: state === "maybeAccepted" });
}
