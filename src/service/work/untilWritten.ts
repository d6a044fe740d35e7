/** Repeats a step of the store, such as writing an outcome, while the disk is full, or the database is locked or unavailable. */
import { setTimeout as sleep } from "node:timers/promises";
import { errorText } from "../../contract/errorText.ts";
import { unknownTask } from "../apiError.ts";
import type { RequestLog } from "../settings/settings.ts";
import type { TaskOutcome, TaskStore } from "../store/taskStore.ts";
import { failedOutcome } from "./failedOutcome.ts";
import { hasLarge } from "./largeResults.ts";

export interface Patience {
  /** Milliseconds before the second attempt. Each later wait is twice as long, up to `longestWait`. */
  firstWait: number;
  /** Milliseconds. */
  longestWait: number;
  attempts: number;
}

/** Waits about 20 seconds in total. @internal */
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

/**
 * Writes an outcome, and returns the one that was stored. After `patience.attempts` failed attempts, that is a failed outcome, which needs less space; writing
 * it is repeated until it succeeds. A result whose large file has no place yet is kept. `onRetry` is called before the second attempt. Rejects with `not_found` if the task was deleted or taken over, and with an AbortError after an abort.
 */
export async function writeOutcome(
  store: Pick<TaskStore, "finish" | "get" | "checkFiles">,
  id: string,
  outcome: TaskOutcome,
  options: { signal: AbortSignal; log?: RequestLog | undefined; patience?: Patience; onRetry?: () => void },
): Promise<TaskOutcome> {
  const { signal, log, patience = usualPatience, onRetry } = options;
  const failed = failedOutcome();
  /** Failed attempts, without those for which the store of large files could not be used. */
  let counted = 0;
  const stored = await untilWritten(
    async (attempt) => {
      if (attempt === 1) onRetry?.();
      if (attempt > 0 && !(await waitsForFiles(store, outcome))) counted += 1;
      const attempted = counted < patience.attempts ? outcome : failed;
      if (await store.finish(id, attempted)) return attempted;
      // An earlier attempt may have succeeded although its answer was lost.
      const found = attempt === 0 ? undefined : await store.get(id);
      return [outcome, failed].find(({ status }) => status === found?.status);
    },
    { signal, log, patience: { ...patience, attempts: Number.POSITIVE_INFINITY }, what: "a result" },
  );
  if (!stored) throw unknownTask();
  return stored;
}

async function waitsForFiles(store: Pick<TaskStore, "checkFiles">, { files }: TaskOutcome): Promise<boolean> {
  if (!hasLarge(files)) return false;
  return store.checkFiles().then(
    () => false,
    () => true,
  );
}
