/** Limits how many callers work at the same time. The others wait in the order in which they asked. */

export class Slots {
  readonly #waiting = new Set<() => void>();
  #free: number;

  constructor(count: number) {
    this.#free = count;
  }

  /** Resolves with a function that returns the slot. Rejects with the signal's reason. */
  take(signal: AbortSignal): Promise<() => void> {
    if (signal.aborted) return Promise.reject(signal.reason);
    const giveBack = () => this.#giveBack();
    if (this.#free > 0) {
      this.#free -= 1;
      return Promise.resolve(giveBack);
    }
    return new Promise((resolve, reject) => {
      const proceed = () => {
        signal.removeEventListener("abort", leave);
        resolve(giveBack);
      };
      const leave = () => {
        this.#waiting.delete(proceed);
        reject(signal.reason);
      };
      this.#waiting.add(proceed);
      signal.addEventListener("abort", leave, { once: true });
    });
  }

  #giveBack(): void {
    const [next] = this.#waiting;
    if (!next) {
      this.#free += 1;
      return;
    }
    this.#waiting.delete(next);
    next();
  }
}
