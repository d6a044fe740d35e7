/** The time by which what is stored is old: what is not removed while a jump of the clock is not trusted, is not hidden either. */
import type { Clock } from "../settings/settings.ts";
import { nextSweep, type SweepTimes } from "./sweepTimes.ts";
import type { TaskStore } from "./taskStore.ts";

export interface TrustedClock extends Clock, Pick<TaskStore, "sweepTimes" | "keepSweepTimes"> {}

interface StoredTimes {
  read(): Promise<SweepTimes | undefined>;
  write(times: SweepTimes): Promise<void>;
}

/** `times`: those that are stored. They may be of a sweep by another service since then: what only it can trust is shown for longer here. */
export function createTrustedClock(clock: Clock, times: SweepTimes | undefined, { read, write }: StoredTimes): TrustedClock {
  let known = times;
  return {
    now() {
      const now = clock.now();
      return known ? nextSweep(now, known).times.trustedAt : now;
    },
    sweepTimes: read,
    async keepSweepTimes(kept) {
      known = kept;
      await write(kept);
    },
  };
}
