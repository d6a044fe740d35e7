/** Reads the status of a task, in the words of the spec and in those of other services and engines. */

/** Source: spec, "Media task status (v1)". */
export type TaskStatus = "pending" | "processing" | "completed" | "failed";

const words: readonly (readonly [TaskStatus, readonly string[]])[] = [
  [
    "pending",
    [
      "pending",
      "queued",
      "waiting",
      "submitted",
      "accepted",
      "created",
      "scheduled",
      "in_queue",
      "queueing",
      "not_start",
      "throttled",
      "backlogged",
      "staged",
    ],
  ],
  [
    "processing",
    [
      ...["processing", "in_progress", "running", "generating", "started", "starting", "preparing", "working"],
      ...["preprocessing", "rendering", "sampling", "dreaming"],
    ],
  ],
  ["completed", ["completed", "complete", "succeeded", "succeed", "success", "successful", "done", "finished", "ready", "ok"]],
  [
    "failed",
    [
      ...["failed", "failure", "fail", "error", "errored", "cancelled", "canceled", "expired", "rejected", "aborted", "deleted"],
      ...["timeout", "timed_out", "terminated", "nsfw", "moderated", "request_moderated", "content_moderated"],
    ],
  ],
];
const known = new Map(words.flatMap(([status, its]) => its.map((word) => [word, status] as const)));

/** undefined: another word, or none. */
export function readTaskStatus(status: unknown): TaskStatus | undefined {
  return typeof status === "string" ? known.get(status.trim().toLowerCase().replaceAll(/[\s-]/g, "_")) : undefined;
}
