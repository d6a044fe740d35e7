import type { SharedV4Warning } from "@ai-sdk/provider";
import { readTaskStatus } from "../../contract/taskStatus.ts";

/** The state of an engine's job. `unknown`: a status that no engine has used so far; polling continues. */
export type JobState = "working" | "completed" | "ended" | "unknown";

export function stateOfJob(status: string): JobState {
  switch (readTaskStatus(status)) {
    case "pending":
    case "processing":
      return "working";
    case "completed":
      return "completed";
    case "failed":
      return "ended";
    case undefined:
      return "unknown";
  }
}

export function unknownStatus(status: string): SharedV4Warning {
  return { type: "other", message: `the status ${status.replaceAll(/\W/g, "").slice(0, 40)} is unknown; polling continues` };
}
