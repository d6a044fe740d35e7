import { mkdir } from "node:fs/promises";
import path from "node:path";
import { isBusy } from "../../sqlite/resultCode.ts";
import { withFileLock } from "../../sqlite/withFileLock.ts";

/** Runs `work` in one window at a time; the others wait, and stop waiting when `signal` aborts. */
export async function oneAtATime<Result>(folder: string, signal: AbortSignal, work: () => Promise<Result>): Promise<Result> {
  await mkdir(folder, { recursive: true });
  const lock = path.join(folder, "lock");
  const start = async () => {
    signal.throwIfAborted();
    return work();
  };
  for (;;) {
    signal.throwIfAborted();
    const stopped = Promise.withResolvers<never>();
    const stop = () => stopped.reject(signal.reason);
    signal.addEventListener("abort", stop);
    try {
      // The wait for the lock ends after some seconds, but a download takes longer.
      return await Promise.race([withFileLock(lock, start), stopped.promise]);
    } catch (error) {
      if (!isBusy(error)) throw error;
    } finally {
      signal.removeEventListener("abort", stop);
    }
  }
}
