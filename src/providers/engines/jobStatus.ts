import type { SharedV4Warning } from "@ai-sdk/provider";

/** The state of an engine's job. `unknown`: a status that no engine has used so far; polling continues. */
export type JobState = "working" | "completed" | "ended" | "unknown";

const states: Readonly<Record<string, JobState>> = {
  queued: "working",
  pending: "working",
  in_progress: "working",
  processing: "working",
  generating: "working",
  running: "working",
  completed: "completed",
  succeeded: "completed",
  failed: "ended",
  error: "ended",
  cancelled: "ended",
  canceled: "ended",
  expired: "ended",
  deleted: "ended",
};

export function stateOfJob(status: string): JobState {
  return new Map(Object.entries(states)).get(status.toLowerCase()) ?? "unknown";
}

export function unknownStatus(status: string): SharedV4Warning {
  return { type: "other", message: `the status ${status.replaceAll(/\W/g, "").slice(0, 40)} is unknown; polling continues` };
}
