/** Determines when a task is polled next, and limits how often polls start, depending on the number of processes. */

/** Milliseconds. */
const second = 1000;
const minute = 60 * second;
const hour = 60 * minute;
const day = 24 * hour;

/** Delay of the first poll, and the minimum between two: quick models need no longer. */
export const firstDelayMilliseconds = second / 4;
const slowestAfterErrors = 5 * minute;
/** The longest pause: a service may ask for any pause, and again at each poll. */
export const longestDelayMilliseconds = 15 * minute;

export interface PollMoment {
  /** Milliseconds since the service accepted the task. */
  age: number;
  /** Number of polls that failed since the last successful one. */
  errors: number;
  /** Retry-After of the service, in milliseconds. */
  retryAfter: number | undefined;
  /** Random from 0 to 1, new for each call: spreads the polls of tasks that began together. */
  chance: number;
}

/** Limits for all tasks and all processes of one journal together. */
const mostAtOnce = 8;
const mostPerSecond = 10;
/** Polls that a service answers when the task changes: each keeps a connection open. The other tasks are polled by the schedule. */
const mostHeld = 64;

/**
 * Milliseconds until the next poll: as long as the task is old, at most a second while it is young, a twentieth of its age later, and at
 * most half a minute in its first hour. So the result of a quick model is shown soon, and an old task costs almost nothing.
 */
export function delayUntilNextPoll({ age, errors, retryAfter, chance }: PollMoment): number {
  const slowest = age < hour ? minute / 2 : age < day ? minute : 10 * minute;
  const whileYoung = Math.min(Math.max(age, firstDelayMilliseconds), second);
  const byAge = Math.min(Math.max(age / 20, whileYoung), slowest);
  const byErrors = errors === 0 ? byAge : Math.max(byAge, Math.min(second * 2 ** errors, slowestAfterErrors));
  const spread = byErrors * (1 + chance * 0.2);
  return Math.min(Math.max(spread, retryAfter ?? 0), longestDelayMilliseconds);
}

/** Milliseconds until the next poll after one that the service held back for `lasted` milliseconds; undefined: by the schedule. */
export function delayAfterHeld(lasted: number, isChanged: boolean): number | undefined {
  if (lasted >= second) return 0;
  // A service that says so at once, and without a change, is polled by the schedule.
  return isChanged ? Math.max(0, firstDelayMilliseconds - lasted) : undefined;
}

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

  allowsHeld(pollsHeld: number): boolean {
    return pollsHeld < this.#part(mostHeld);
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
