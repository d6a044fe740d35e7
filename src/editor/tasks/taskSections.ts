/** The sections of the Tasks view and their states. */
import { runningStates, type TaskState } from "../../generations/task.ts";

export const sections = ["running", "failed", "left", "finished"] as const;
export type Section = (typeof sections)[number];

export const sectionStates: Record<Section, readonly TaskState[]> = {
  running: runningStates,
  failed: ["failed", "maybeAccepted", "unsaved", "expired"],
  left: ["stopped", "cancelled"],
  finished: ["saved"],
};
