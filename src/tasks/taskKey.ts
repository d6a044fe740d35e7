/** The keys of tasks, which sort by creation. */
import { randomBytes } from "node:crypto";

const timeDigits = 12;
let lastTime = 0;
let count = 0;

const digits = (value: number, length: number) => value.toString(16).padStart(length, "0").slice(-length);

/** A new key: twelve digits of time, four of order within a millisecond, then chance. `now`: Unix milliseconds. */
export function makeTaskKey(now: number): string {
  count = now === lastTime ? count + 1 : 0;
  lastTime = now;
  return `${digits(now, timeDigits)}-${digits(count, 4)}-${randomBytes(6).toString("hex")}`;
}

/** What no key of a task from before that time comes after. */
export function firstKeySince(time: number): string {
  return digits(time, timeDigits);
}
