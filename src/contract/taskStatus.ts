/** Reads the status of a task, in the words of the spec and in those of other services and engines. */

/** Source: spec, "Media task status (v1)". */
export type TaskStatus = "pending" | "processing" | "completed" | "failed";

/** Without the signs between them. */
const words: readonly (readonly [TaskStatus, readonly string[]])[] = [
  [
    "pending",
    [
      ...["pending", "queued", "waiting", "wait", "submitted", "accepted", "created", "scheduled", "planned", "inqueue", "queueing"],
      ...["queuing", "notstart", "throttled", "backlogged", "staged", "suspended"],
    ],
  ],
  [
    "processing",
    [
      ...["processing", "inprogress", "running", "run", "generating", "started", "starting", "preparing", "working"],
      ...["preprocessing", "fetching", "transcribing", "rendering", "sampling", "dreaming", "saving", "finalizing"],
    ],
  ],
  ["completed", ["completed", "complete", "succeeded", "succeed", "success", "successful", "done", "finish", "finished", "ready", "ok"]],
  [
    "failed",
    [
      ...["failed", "failure", "fail", "error", "errored", "cancelled", "canceled", "expired", "rejected", "aborted", "deleted"],
      ...["timeout", "timedout", "terminated", "stop", "stopped", "nsfw", "moderated", "requestmoderated", "contentmoderated"],
    ],
  ],
];
const known = new Map(words.flatMap(([status, its]) => its.map((word) => [word, status] as const)));

/** undefined: another word, or none. */
export function readTaskStatus(status: unknown): TaskStatus | undefined {
  return typeof status === "string"
    ? known.get(
        status
          .trim()
          .toLowerCase()
          .replaceAll(/[\s_-]/g, ""),
      )
    : undefined;
}
