/** The keys of tasks, which sort by creation. */
import { randomBytes } from "node:crypto";

const timeDigits = 12;
let lastTime = 0;
let count = 0;

const digits = (value: number, length: number) => value.toString(16).padStart(length, "0").slice(-length);

/** Creates a key: twelve digits of time, four that order keys within a millisecond, then random ones. `now`: Unix milliseconds. */
export function makeTaskKey(now: number): string {
  count = now === lastTime ? count + 1 : 0;
  lastTime = now;
  return `${digits(now, timeDigits)}-${digits(count, 4)}-${randomBytes(6).toString("hex")}`;
}

/** A lower bound: every key created at or after `time` (Unix milliseconds) sorts after it. */
export function firstKeySince(time: number): string {
  return digits(time, timeDigits);
}

/** When a key was created, in Unix milliseconds. */
export function timeOfKey(key: string): number {
  return Number.parseInt(key.slice(0, timeDigits), 16);
}
