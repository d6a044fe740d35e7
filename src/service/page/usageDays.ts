/** What an account used, as one entry for each day. */
import { type DayUsage, dayOf } from "../account/accounts.ts";

/** Days that the page shows, with today. */
const shownDays = 30;
const dayMilliseconds = 24 * 60 * 60 * 1000;

/** The first of the days that are shown at `now`. */
export function firstDay(now: number): string {
  return dayOf(now - (shownDays - 1) * dayMilliseconds);
}

/** Days on which nothing happened have the balance of the day before. Today has `balance`, the one that the account has now. */
export function fillDays(used: readonly DayUsage[], now: number, balance: number): DayUsage[] {
  const byDay = new Map(used.map((entry) => [entry.day, entry]));
  const today = dayOf(now);
  let last: number | undefined;
  return Array.from({ length: shownDays }, (_, index) => {
    const day = dayOf(now - (shownDays - 1 - index) * dayMilliseconds);
    const { tasks = 0, cost = 0, balance: known } = byDay.get(day) ?? {};
    last = day === today ? balance : (known ?? last);
    return { day, tasks, cost, balance: last };
  });
}
