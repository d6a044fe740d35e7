/** Writes an outcome again and again while the disk is full or the database is locked. */
import { setTimeout as sleep } from "node:timers/promises";
import { unknownTask } from "../apiError.ts";
import type { RequestLog } from "../serviceOptions.ts";
import type { Outcome, TaskStore } from "../store/taskStore.ts";
import { failedOutcome } from "./failedOutcome.ts";

export interface Patience {
  /** Milliseconds before the second attempt; each later wait is twice as long. */
  firstWait: number;
  /** Milliseconds. */
  longestWait: number;
  /** Attempts to write the result itself. After them the task is to fail, which needs less room, until that is written. */
  attempts: number;
}

/** About half a minute for the result. */
const usualPatience: Patience = { firstWait: 100, longestWait: 5_000, attempts: 10 };

/** Rejects with `not_found` when the task was deleted or taken over meanwhile, and the signal's reason after an abort. */
export async function writeOutcome(
  store: Pick<TaskStore, "finish">,
  id: string,
  outcome: Outcome,
  options: { signal: AbortSignal; log?: RequestLog | undefined; patience?: Patience },
): Promise<Outcome> {
  const { signal, log, patience = usualPatience } = options;
  for (let attempt = 0; ; attempt += 1) {
    const attempted = attempt < patience.attempts ? outcome : failedOutcome();
    try {
      if (await store.finish(id, attempted)) return attempted;
    } catch (error) {
      // SQLite's messages name tables, never values.
      log?.(`a result could not be stored: ${error instanceof Error ? error.message : "unknown error"}`);
      await sleep(Math.min(patience.firstWait * 2 ** attempt, patience.longestWait), undefined, { signal });
      continue;
    }
    throw unknownTask();
  }
}
