/** Breaks the connection for the first poll of a finished task only. */
import { faultOf } from "../../contract/faultModels.ts";
import type { BreakConnection } from "../service.ts";
import type { StoredTask } from "../store/storedTask.ts";

export interface OneTimeFaults {
  /** undefined: the answer arrives whole. */
  next(task: StoredTask, breakConnection: BreakConnection | undefined): (() => void) | undefined;
}

/** The later polls of the same task get the whole result: what was paid for is never lost. */
export function createOneTimeFaults(): OneTimeFaults {
  const shown = new Set<string>();
  return {
    next(task, breakConnection) {
      const fault = faultOf(task.model);
      if (task.status !== "completed" || (fault !== "fault-truncated" && fault !== "fault-reset") || shown.has(task.id)) return undefined;
      shown.add(task.id);
      return () => breakConnection?.(fault === "fault-reset" ? "reset" : "end");
    },
  };
}
