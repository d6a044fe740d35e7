/** Repeats a step of the store while the disk is full, or the database is locked or unavailable. */

import { setTimeout as sleep } from "node:timers/promises";
import { errorText } from "../../contract/errorText.ts";
import type { RequestLog } from "../serviceOptions.ts";

export interface Patience {
  /** Milliseconds before the second attempt. Each later wait is twice as long, up to `longestWait`. */
  firstWait: number;
  /** Milliseconds. */
  longestWait: number;
  attempts: number;
}

/** Waits about 20 seconds in total. */
export const usualPatience: Patience = { firstWait: 100, longestWait: 5_000, attempts: 10 };

/** For steps that must not be given up: otherwise a task would be lost, or sent twice. */
export const endlessPatience: Patience = { ...usualPatience, attempts: Number.POSITIVE_INFINITY };

export interface WriteOptions {
  signal: AbortSignal;
  log: RequestLog | undefined;
  patience: Patience;
  /** What is to be written, for the log. */
  what: string;
}

/** Rejects with the last attempt's error, or with an AbortError if the signal is aborted during a wait. */
export async function untilWritten<Result>(step: (attempt: number) => Promise<Result>, options: WriteOptions): Promise<Result> {
  const { signal, log, patience, what } = options;
  for (let attempt = 0; ; attempt += 1) {
    try {
      return await step(attempt);
    } catch (error) {
      // The messages of databases contain names of tables, but no values.
      log?.(`${what} could not be stored: ${errorText(error)}`);
      if (attempt + 1 >= patience.attempts) throw error;
    }
    await sleep(Math.min(patience.firstWait * 2 ** attempt, patience.longestWait), undefined, { signal });
  }
}
