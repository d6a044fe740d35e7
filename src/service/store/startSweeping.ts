import { errorText } from "../../contract/errorText.ts";
import type { TaskQueue } from "../queue/taskQueue.ts";
import type { RequestLog, WallClock } from "../settings/settings.ts";
import { nextSweep } from "./sweepTimes.ts";
import type { TaskStore } from "./taskStore.ts";

/** Interval in milliseconds of checks for results older than the storage time. */
const interval = 60 * 60 * 1000;
const day = 24 * interval;

interface SweepOptions {
  store: Pick<TaskStore, "sweep" | "sweepTimes" | "keepSweepTimes">;
  queue: TaskQueue | undefined;
  clock: WallClock;
  log: RequestLog | undefined;
}

/** Starts removing old results regularly. If services share a queue, one of them does it for all; otherwise each does it for itself. */
export async function startSweeping({ store, queue, clock, log }: SweepOptions): Promise<{ close(): Promise<void> }> {
  let isClosed = false;
  let swept = Promise.resolve();
  const sweep = () => {
    if (isClosed) return swept;
    // What fails now is tried again next time.
    swept = swept
      .then(() => sweepOnce(store, clock, log))
      .catch((error: unknown) => log?.(`old results could not be removed: ${errorText(error)}`));
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

async function sweepOnce(store: SweepOptions["store"], clock: WallClock, log: RequestLog | undefined): Promise<void> {
  const now = clock.now();
  const { times, jump } = nextSweep(now, (await store.sweepTimes()) ?? { seenAt: now, trustedAt: now, heldUntil: undefined });
  await store.keepSweepTimes(times);
  if (jump !== undefined && times.heldUntil !== undefined)
    log?.(
      `the clock is ${(jump / day).toFixed(1)} days ahead of the last check for old results: until ${new Date(times.heldUntil).toISOString()}, only those are removed that were old before. Set the clock if it is wrong.`,
    );
  await store.sweep(times.trustedAt);
}
