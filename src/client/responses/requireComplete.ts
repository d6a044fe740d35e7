import { abortedError } from "../http/pause.ts";
import type { ResponseEnd } from "../serviceClient.ts";
import { ServiceError } from "../serviceError.ts";
import { whyPartial } from "./cutOff.ts";

/** Throws ServiceError for an incomplete answer, a refusal, or none. */
export function requireComplete<End extends Pick<ResponseEnd, "outcome" | "error" | "id" | "response">>(
  end: End,
): asserts end is End & { outcome: "completed" } {
  const { outcome, error, id: taskId } = end;
  if (error !== undefined) throw error;
  if (outcome === "aborted") throw abortedError({ taskId });
  const partial = whyPartial(end);
  if (partial !== undefined) throw new ServiceError({ ...partial, taskId });
  // Every failure has an error.
  if (outcome !== "completed") throw new ServiceError({ kind: "badAnswer", message: "The model refused.", taskId });
}
