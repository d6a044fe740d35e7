/** Limits how many callers work at the same time. The others wait in the order in which they asked. */

export interface Slots {
  /** Resolves with a function that returns the slot. Rejects with the signal's reason. */
  take(signal: AbortSignal): Promise<() => void>;
}

export function createSlots(count: number): Slots {
  let free = count;
  const waiting = new Set<() => void>();

  function giveBack(): void {
    const [next] = waiting;
    if (!next) {
      free += 1;
      return;
    }
    waiting.delete(next);
    next();
  }

  return {
    take(signal) {
      if (signal.aborted) return Promise.reject(signal.reason);
      if (free > 0) {
        free -= 1;
        return Promise.resolve(giveBack);
      }
      return new Promise((resolve, reject) => {
        const proceed = () => {
          signal.removeEventListener("abort", leave);
          resolve(giveBack);
        };
        const leave = () => {
          waiting.delete(proceed);
          reject(signal.reason);
        };
        waiting.add(proceed);
        signal.addEventListener("abort", leave, { once: true });
      });
    },
  };
}
