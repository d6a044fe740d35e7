import { abortedError } from "../http/pause.ts";
import type { ResponseEnd } from "../serviceClient.ts";
import { ServiceError } from "../serviceError.ts";

/** Throws ServiceError for an incomplete answer, a refusal, or none. */
export function requireComplete<End extends Pick<ResponseEnd, "outcome" | "error" | "id">>(
  end: End,
): asserts end is End & { outcome: "completed" } {
  const { outcome, error, id: taskId } = end;
  if (error !== undefined) throw error;
  if (outcome === "aborted") throw abortedError({ taskId });
  if (outcome !== "completed") throw new ServiceError({ kind: "badAnswer", message: `the answer is ${outcome}`, taskId });
}
