import { endingSignals } from "./exitCodes.ts";

export interface StopSignal {
  signal: AbortSignal;
  /** Called when the run has ended. Returns the exit code of the signal that stopped it; undefined: none did. */
  end(): number | undefined;
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
      removeListeners();
      controller.abort();
    };
    return [name, stop] as const;
  });
  const removeListeners = () => {
    for (const [name, stop] of listeners) process.off(name, stop);
  };
  for (const [name, stop] of listeners) process.on(name, stop);
  const end = () => {
    removeListeners();
    return code;
  };
  return { signal: controller.signal, end };
}
