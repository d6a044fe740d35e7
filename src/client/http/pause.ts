/** Waits for a time, or until the AbortSignal fires. */
import { ServiceError } from "../serviceError.ts";

/** The error of a call whose signal fired. */
export function abortedError(facts: { maybeAccepted?: boolean; taskId?: string | undefined } = {}): ServiceError {
  return new ServiceError({
    kind: "aborted",
    message: "The request was stopped.",
    maybeAccepted: facts.maybeAccepted ?? false,
    ...(facts.taskId === undefined ? {} : { taskId: facts.taskId }),
  });
}

export function pause(milliseconds: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted) {
      reject(abortedError());
      return;
    }
    const stop = () => {
      clearTimeout(timer);
      reject(abortedError());
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener("abort", stop);
      resolve();
    }, milliseconds);
    signal?.addEventListener("abort", stop, { once: true });
  });
}
