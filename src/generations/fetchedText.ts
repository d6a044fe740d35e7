/** Waits for a text that some process fetches. */
import { abortedError } from "../client/http/pause.ts";
import { mayRepeat } from "../client/http/retry.ts";
import { ServiceError } from "../client/serviceError.ts";
import { endOfTask, type GenerationEnd } from "./generation.ts";
import { isRunning } from "./task.ts";
import type { TaskHandle } from "./tasks.ts";

/** A network or a gateway may be down this long without a break. */
const patienceMilliseconds = 60_000;

/**
 * Rejects with ServiceError if it cannot be fetched now: at once if only the user or the service can change that. It is still asked for, so
 * that it may be there when it is wanted again.
 */
export function endOfFetched({ changes }: Pick<TaskHandle, "changes">, signal: AbortSignal): Promise<GenerationEnd> {
  return new Promise((resolve, reject) => {
    let isGivenUp = false;
    let patience: NodeJS.Timeout | undefined;
    const giveUp = (why: unknown) => {
      isGivenUp = true;
      clearTimeout(patience);
      reject(why);
    };
    const watch = async () => {
      for await (const task of changes()) {
        if (isGivenUp) return;
        // With a result, the error says what that lacks.
        const reason = task.reported === undefined ? task.error : undefined;
        if (!isRunning(task) || reason === undefined) {
          clearTimeout(patience);
          patience = undefined;
        }
        if (!isRunning(task)) return resolve(endOfTask(task));
        if (reason === undefined) continue;
        const error = new ServiceError(reason);
        if (!mayRepeat(error, true)) return giveUp(error);
        patience ??= setTimeout(() => giveUp(error), patienceMilliseconds);
      }
    };
    if (signal.aborted) return giveUp(abortedError());
    signal.addEventListener("abort", () => giveUp(abortedError()), { once: true });
    watch().catch(giveUp);
  });
}
