/** Breaks the connection only for the first poll of a finished task. */
import { faultOf } from "../../contract/faultModels.ts";
import type { BreakConnection } from "../connection/bindings.ts";
import type { StoredTask } from "../store/storedTask.ts";

export interface OneTimeFaults {
  /** undefined: the answer is sent completely. */
  next(task: StoredTask, breakConnection: BreakConnection | undefined): (() => void) | undefined;
}

/** Later polls of the same task get the complete result, because a billed result must not be lost. */
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
