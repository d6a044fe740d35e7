/** Determines when a task is polled next. */

const second = 1000;
const minute = 60 * second;
const hour = 60 * minute;
const day = 24 * hour;

/** The first poll, and the shortest time between two: quick models need no longer. */
export const firstDelayMilliseconds = second / 4;
const slowestAfterErrors = 5 * minute;
/** A service may ask for any pause, and ask for it again at the next poll; this is the longest. */
export const longestDelayMilliseconds = 15 * minute;

export interface PollMoment {
  /** Milliseconds since the service accepted the task. */
  age: number;
  /** Polls that failed since the last that did not. */
  errors: number;
  /** What the service asked for with Retry-After, in milliseconds. */
  retryAfter: number | undefined;
  /** From 0 to 1, a new one for each call: spreads the polls of tasks that began together. */
  chance: number;
}

/**
 * Milliseconds until the next poll: as long as the task is old, at most a second while it is young, a twentieth of its age later, and
 * never more than half a minute in its first hour. So the result of a quick model is shown soon, and an old task costs next to nothing.
 */
export function delayUntilNextPoll({ age, errors, retryAfter, chance }: PollMoment): number {
  const slowest = age < hour ? minute / 2 : age < day ? minute : 10 * minute;
  const whileYoung = Math.min(Math.max(age, firstDelayMilliseconds), second);
  const byAge = Math.min(Math.max(age / 20, whileYoung), slowest);
  const byErrors = errors === 0 ? byAge : Math.max(byAge, Math.min(second * 2 ** errors, slowestAfterErrors));
  const spread = byErrors * (1 + chance * 0.2);
  return Math.min(Math.max(spread, retryAfter ?? 0), longestDelayMilliseconds);
}
