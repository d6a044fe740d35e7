import { endingSignals } from "./exitCodes.ts";

export interface StopSignal {
  signal: AbortSignal;
  /** The exit code of the signal that stopped the run; undefined: none did. */
  code(): number | undefined;
}

/**
 * Stops a run at the first signal that ends programs, so that it can report and remove its temporary files. A second signal ends the
 * process at once.
 */
export function stopOnSignals(): StopSignal {
  const controller = new AbortController();
  let code: number | undefined;
  const listeners = Object.entries(endingSignals).map(([name, its]) => {
    const stop = () => {
      code = its;
      for (const [other, listener] of listeners) process.off(other, listener);
      controller.abort();
    };
    return [name, stop] as const;
  });
  for (const [name, stop] of listeners) process.on(name, stop);
  return { signal: controller.signal, code: () => code };
}
