/** Limits how many callers work at the same time. The others wait in the order in which they asked. */

export class Slots {
  readonly #waiting = new Set<() => void>();
  #free: number;

  constructor(count: number) {
    this.#free = count;
  }

  /** Calls `begin` once a slot is free, or at once; then the caller must give it back. Returns a function that leaves the queue. */
  take(begin: () => void): () => void {
    if (this.#free === 0) this.#waiting.add(begin);
    else {
      this.#free -= 1;
      begin();
    }
    return () => this.#waiting.delete(begin);
  }

  giveBack(): void {
    const [next] = this.#waiting;
    if (!next) {
      this.#free += 1;
      return;
    }
    this.#waiting.delete(next);
    next();
  }
}
