/** Limits how often polls start, depending on the number of processes. */

/** Limits for all tasks and all processes of one journal together. */
const mostAtOnce = 8;
const mostPerSecond = 10;
/** Milliseconds. */
const second = 1000;

export class PollLimits {
  /** When the last polls began, oldest first, in the clock's elapsed milliseconds. */
  readonly #starts: number[] = [];
  #processes = 1;

  /** Each process may use its share of the limits, and at least one poll. */
  shareWith(processes: number): void {
    this.#processes = processes;
  }

  allows(pollsUnderWay: number): boolean {
    return pollsUnderWay < this.#part(mostAtOnce);
  }

  /** The earliest time for the next poll: each second has at most the limit, and polls are spread over it. */
  earliestStart(): number {
    const perSecond = this.#part(mostPerSecond);
    const never = Number.NEGATIVE_INFINITY;
    return Math.max((this.#starts.at(-perSecond) ?? never) + second, (this.#starts.at(-1) ?? never) + second / perSecond / 2);
  }

  noteStart(elapsed: number): void {
    this.#starts.push(elapsed);
    if (this.#starts.length > mostPerSecond) this.#starts.shift();
  }

  #part(limit: number): number {
    return Math.max(1, Math.floor(limit / this.#processes));
  }
}
