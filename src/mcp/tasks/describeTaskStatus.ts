import { describeErrorPlainly } from "../../client/errors/describeError.ts";
import type { Task, TaskState } from "../../generations/task.ts";

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

/** Converts a task of the journal to a task of the protocol. It is kept until someone deletes it. */
export function describeTaskStatus(task: Task, redact: (text: string) => string): AgentTaskStatus {
  const { key, state, createdAt, acceptedAt, finishedAt, error } = task;
  const time = (moment: number) => new Date(moment).toISOString();
  return {
    taskId: key,
    // Stopped before the service answered: it may have accepted the request, as the state shows.
    status: error?.kind === "aborted" ? "cancelled" : statusOf(state),
    statusMessage: redact(error === undefined ? `${task.kind}: ${state}` : `${task.kind}: ${state}. ${describeErrorPlainly(error)}`),
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
