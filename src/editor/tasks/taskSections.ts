/** The sections of the Tasks view and their states. */
import { runningStates, type TaskState } from "../../generations/task.ts";

export const sections = ["running", "finished", "failed"] as const;
export type Section = (typeof sections)[number];

export const sectionStates: Record<Section, readonly TaskState[]> = {
  running: runningStates,
  finished: ["saved", "stopped"],
  failed: ["failed", "maybeAccepted", "unsaved", "expired"],
};
