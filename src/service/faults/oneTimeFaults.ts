/** A polled task in; the fault that its finished result is sent with the first time, and not again, out. */
import type { StoredTask } from "../store/storedTask.ts";
import { faultOf } from "./faultModels.ts";

export interface OneTimeFaults {
  next(task: StoredTask): "fault-truncated" | "fault-reset" | undefined;
}

/** The later polls of the same task get the whole result: what was paid for is never lost. */
export function createOneTimeFaults(): OneTimeFaults {
  const shown = new Set<string>();
  return {
    next(task) {
      const fault = faultOf(task.model);
      if (task.status !== "completed" || (fault !== "fault-truncated" && fault !== "fault-reset") || shown.has(task.id)) return undefined;
      shown.add(task.id);
      return fault;
    },
  };
}
