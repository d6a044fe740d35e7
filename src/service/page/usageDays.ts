/** The usage of an account with one entry for each day. */
import { type DayUsage, dayOf } from "../account/accounts.ts";

/** Number of days that the page shows, including today. */
const shownDays = 30;
const dayMilliseconds = 24 * 60 * 60 * 1000;

/** The first day shown at `now`. */
export function firstDay(now: number): string {
  return dayOf(now - (shownDays - 1) * dayMilliseconds);
}

/** Adds the missing days, with the balance of the day before. Today has `balance`, the account's current one. */
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
