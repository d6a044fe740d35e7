/** Writes an outcome again and again while the disk is full, or the database is locked or away. */
import { unknownTask } from "../apiError.ts";
import type { RequestLog } from "../serviceOptions.ts";
import type { Outcome, TaskStore } from "../store/taskStore.ts";
import { failedOutcome } from "./failedOutcome.ts";
import { type Patience, untilWritten, usualPatience } from "./untilWritten.ts";

/**
 * After the attempts the task is to fail, which needs less room, until that is written. Rejects with `not_found` when the task was deleted or
 * taken over meanwhile, and the signal's reason after an abort.
 */
export async function writeOutcome(
  store: Pick<TaskStore, "finish" | "get">,
  id: string,
  outcome: Outcome,
  options: { signal: AbortSignal; log?: RequestLog | undefined; patience?: Patience },
): Promise<Outcome> {
  const { signal, log, patience = usualPatience } = options;
  const failed = failedOutcome();
  const stored = await untilWritten(
    async (attempt) => {
      const attempted = attempt < patience.attempts ? outcome : failed;
      if (await store.finish(id, attempted)) return attempted;
      // An earlier attempt may have been written before its answer was lost.
      const found = attempt === 0 ? undefined : await store.get(id);
      return [outcome, failed].find(({ status }) => status === found?.status);
    },
    { signal, log, patience: { ...patience, attempts: Number.POSITIVE_INFINITY }, what: "a result" },
  );
  if (!stored) throw unknownTask();
  return stored;
}
