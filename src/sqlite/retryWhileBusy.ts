import { setTimeout as delay } from "node:timers/promises";
import { isBusy } from "./resultCode.ts";

const pauseMilliseconds = 20;
const longestMilliseconds = 20_000;

/** Repeats `work` until no other process holds the lock that it needs. @throws SQLite's error when that takes longer than 20 s. */
export async function retryWhileBusy<Result>(work: () => Result): Promise<Result> {
  const started = performance.now();
  while (true) {
    try {
      return work();
    } catch (error) {
      if (!isBusy(error) || performance.now() - started > longestMilliseconds) throw error;
    }
    await delay(pauseMilliseconds);
  }
}
