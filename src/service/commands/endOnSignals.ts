import { setTimeout as sleep } from "node:timers/promises";
import { errorText } from "../../contract/errorText.ts";
import type { RequestLog } from "../settings/settings.ts";
import type { RunningService } from "../startService.ts";

interface EndOptions {
  /** Milliseconds that work in progress has after SIGTERM. */
  grace: number;
  log: RequestLog;
  /** Awaited when the service has ended. */
  onEnded(): Promise<void>;
}

const signals = ["SIGINT", "SIGTERM"] as const;

/**
 * Ends a service on a signal: on SIGTERM when work in progress is done or its time is over, and on SIGINT, or a second signal, at once. A
 * third signal exits the process immediately.
 */
export function endOnSignals(service: Pick<RunningService, "drain" | "close">, { grace, log, onEnded }: EndOptions): void {
  const forced = new AbortController();
  let isEnding = false;

  const report = (error: unknown) => log(`the service did not shut down cleanly: ${errorText(error)}`);

  async function end(): Promise<void> {
    const isOver = sleep(grace, undefined, { signal: forced.signal }).catch(() => undefined);
    if (!forced.signal.aborted) await Promise.race([service.drain().catch(report), isOver]);
    forced.abort();
    await service.close();
    await onEnded();
  }

  function handleSignal(signal: NodeJS.Signals): void {
    if (isEnding) for (const each of signals) process.off(each, handleSignal);
    if (isEnding || grace === 0 || signal === "SIGINT") forced.abort();
    if (isEnding) return;
    isEnding = true;
    end().catch((error: unknown) => {
      report(error);
      process.exit(1);
    });
  }

  for (const signal of signals) process.on(signal, handleSignal);
}
