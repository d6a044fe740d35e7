import { abortedError } from "../http/pause.ts";
import type { ResponseEnd } from "../serviceClient.ts";
import { ServiceError } from "../serviceError.ts";
import { describeCutOff } from "./cutOff.ts";

/** Throws ServiceError for an incomplete answer, a refusal, or none. */
export function requireComplete<End extends Pick<ResponseEnd, "outcome" | "error" | "id" | "response">>(
  end: End,
): asserts end is End & { outcome: "completed" } {
  const { outcome, error, id: taskId, response } = end;
  if (error !== undefined) throw error;
  if (outcome === "aborted") throw abortedError({ taskId });
  if (outcome === "incomplete") throw new ServiceError({ ...describeCutOff(response?.incomplete_details?.reason), taskId });
  if (outcome !== "completed") throw new ServiceError({ kind: "badAnswer", message: `the answer is ${outcome}`, taskId });
}
