import { errorText } from "../../contract/errorText.ts";
import type { TaskQueue } from "../queue/taskQueue.ts";
import type { RequestLog } from "../serviceOptions.ts";
import type { TaskStore } from "./taskStore.ts";

/** Interval in milliseconds of checks for results older than the storage time. */
const interval = 60 * 60 * 1000;

/** Starts removing old results regularly. If services share a queue, one of them does it for all; otherwise each does it for itself. */
export async function startSweeping(
  store: Pick<TaskStore, "sweep">,
  queue: TaskQueue | undefined,
  log: RequestLog | undefined,
): Promise<{ close(): Promise<void> }> {
  let isClosed = false;
  let swept = Promise.resolve();
  const sweep = () => {
    if (isClosed) return swept;
    // What fails now is tried again next time.
    swept = swept.then(() => store.sweep()).catch((error: unknown) => log?.(`old results could not be removed: ${errorText(error)}`));
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
