/** Determines when a task is polled next. */

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
