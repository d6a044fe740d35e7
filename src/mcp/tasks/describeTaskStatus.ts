import { describeErrorPlainly } from "../../client/errors/describeError.ts";
import { errorFactsOf, isLeftRunning, type Task, type TaskState } from "../../generations/task.ts";

/** Milliseconds between two polls of a client. */
const pollInterval = 2000;

export interface AgentTaskStatus {
  taskId: string;
  status: "working" | "completed" | "failed" | "cancelled";
  statusMessage: string;
  createdAt: string;
  lastUpdatedAt: string;
  ttl: null;
  pollInterval: number;
  [name: string]: unknown;
}

/** What becomes of a task that was stopped. `isFree`: nobody bills it. */
export function describeStop(task: Pick<Task, "state" | "finishedAt">, isFree: boolean): string {
  return isLeftRunning(task)
    ? `Nobody waits for it any more; the service still generates${isFree ? "" : " and bills"} it.`
    : "Nobody waited for it; the service keeps its result.";
}

/** Why it failed, with the action that helps; empty if it did not. `isFree`: nobody bills it. */
export function describeTaskError(task: Pick<Task, "error" | "state">, isFree: boolean): string {
  const facts = errorFactsOf(task);
  return facts === undefined ? "" : describeErrorPlainly(facts, isFree);
}

/** Converts a task of the journal to a task of the protocol. It is kept until someone deletes it. */
export function describeTaskStatus(
  task: Task,
  { redact, isDemo }: { redact: (text: string) => string; isDemo: (model: string) => boolean },
): AgentTaskStatus {
  const { key, state, createdAt, acceptedAt, finishedAt, error } = task;
  const isFree = isDemo(task.model);
  const stopped = state === "stopped" && task.id !== undefined ? [describeStop(task, isFree)] : [];
  const more = error === undefined ? stopped : [describeTaskError(task, isFree)];
  const time = (moment: number) => new Date(moment).toISOString();
  return {
    taskId: key,
    // Stopped before the service answered: it may have accepted the request, as the state shows.
    status: error?.kind === "aborted" ? "cancelled" : statusOf(state),
    statusMessage: redact([`${task.kind}: ${state}`, ...more].join(". ")),
    createdAt: time(createdAt),
    lastUpdatedAt: time(finishedAt ?? acceptedAt ?? createdAt),
    ttl: null,
    pollInterval,
  };
}

function statusOf(state: TaskState): AgentTaskStatus["status"] {
  switch (state) {
    case "submitting":
    case "pending":
    case "processing":
    case "delivering":
      return "working";
    case "saved":
      return "completed";
    case "stopped":
    case "cancelled":
      return "cancelled";
    case "maybeAccepted":
    case "unsaved":
    case "failed":
    case "expired":
      return "failed";
  }
}
