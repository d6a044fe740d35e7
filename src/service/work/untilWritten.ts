/** Repeats a step of the store while the disk is full, or the database is locked or away. */
import { setTimeout as sleep } from "node:timers/promises";
import type { RequestLog } from "../serviceOptions.ts";

export interface Patience {
  /** Milliseconds before the second attempt; each later wait is twice as long. */
  firstWait: number;
  /** Milliseconds. */
  longestWait: number;
  attempts: number;
}

/** About half a minute. */
export const usualPatience: Patience = { firstWait: 100, longestWait: 5_000, attempts: 10 };

export interface WriteOptions {
  signal: AbortSignal;
  log: RequestLog | undefined;
  patience: Patience;
  /** What cannot be written, for the log. */
  what: string;
}

/** Rejects with the last attempt's error, or the signal's reason after an abort. */
export async function untilWritten<Result>(step: (attempt: number) => Promise<Result>, options: WriteOptions): Promise<Result> {
  const { signal, log, patience, what } = options;
  for (let attempt = 0; ; attempt += 1) {
    try {
      return await step(attempt);
    } catch (error) {
      // Messages of databases name tables, never values.
      log?.(`${what} could not be stored: ${error instanceof Error ? error.message : "unknown error"}`);
      if (attempt + 1 >= patience.attempts) throw error;
    }
    await sleep(Math.min(patience.firstWait * 2 ** attempt, patience.longestWait), undefined, { signal });
  }
}
