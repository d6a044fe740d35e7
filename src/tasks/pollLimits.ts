/** The number of processes and the starts of polls in; when the next poll may start out. */

/** For all tasks and all processes of one journal together. */
const mostAtOnce = 8;
const mostPerSecond = 10;
/** In milliseconds, and a little more than one, since timers may fire early. */
const second = 1001;

export class PollLimits {
  /** When the last polls began, oldest first, Unix milliseconds. */
  readonly #starts: number[] = [];
  #processes = 1;

  /** Each process keeps to its part of the limits, and at least to one poll. */
  shareWith(processes: number): void {
    this.#processes = processes;
  }

  allows(pollsUnderWay: number): boolean {
    return pollsUnderWay < this.#part(mostAtOnce);
  }

  /** The earliest moment for one more poll: no second holds more than the limit, and polls are spread over it. */
  earliestStart(): number {
    const perSecond = this.#part(mostPerSecond);
    return Math.max((this.#starts.at(-perSecond) ?? 0) + second, (this.#starts.at(-1) ?? 0) + second / perSecond / 2);
  }

  noteStart(now: number): void {
    this.#starts.push(now);
    if (this.#starts.length > mostPerSecond) this.#starts.shift();
  }

  #part(limit: number): number {
    return Math.max(1, Math.floor(limit / this.#processes));
  }
}
