/** Writes an outcome, again and again while the disk is full, or the database is locked or unavailable. */
import { unknownTask } from "../apiError.ts";
import type { RequestLog } from "../serviceOptions.ts";
import type { Outcome, TaskStore } from "../store/taskStore.ts";
import { failedOutcome } from "./failedOutcome.ts";
import { type Patience, untilWritten, usualPatience } from "./untilWritten.ts";

/**
 * Returns the outcome that was stored. After `patience.attempts` failed attempts, that is a failed outcome, which needs less space; writing
 * it is repeated until it succeeds. `onRetry` is called before the second attempt. Rejects with `not_found` if the task was deleted or taken over, and with an AbortError after an abort.
 */
export async function writeOutcome(
  store: Pick<TaskStore, "finish" | "get">,
  id: string,
  outcome: Outcome,
  options: { signal: AbortSignal; log?: RequestLog | undefined; patience?: Patience; onRetry?: () => void },
): Promise<Outcome> {
  const { signal, log, patience = usualPatience, onRetry } = options;
  const failed = failedOutcome();
  const stored = await untilWritten(
    async (attempt) => {
      if (attempt === 1) onRetry?.();
      const attempted = attempt < patience.attempts ? outcome : failed;
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
