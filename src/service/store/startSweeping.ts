import type { TaskQueue } from "../queue/taskQueue.ts";
import type { RequestLog } from "../serviceOptions.ts";
import type { TaskStore } from "./taskStore.ts";

/** Milliseconds between two looks for results that are older than the storage time. */
const interval = 60 * 60 * 1000;

/** Removes old results from now on: one of the services that share a queue does it for all, else each for itself. */
export async function startSweeping(
  store: Pick<TaskStore, "sweep">,
  queue: TaskQueue | undefined,
  log: RequestLog | undefined,
): Promise<{ close(): Promise<void> }> {
  let isClosed = false;
  let swept = Promise.resolve();
  const sweep = () => {
    if (isClosed) return swept;
    // What cannot be done now is done at the next time.
    swept = swept
      .then(() => store.sweep())
      .catch((error: unknown) => log?.(`old results could not be removed: ${error instanceof Error ? error.message : "unknown error"}`));
    return swept;
  };
  let timer: NodeJS.Timeout | undefined;
  if (queue) await queue.startHourly(sweep);
  else {
    void sweep();
    timer = setInterval(() => void sweep(), interval);
    timer.unref();
  }
  return {
    close() {
      isClosed = true;
      clearInterval(timer);
      return swept;
    },
  };
}
