/** Stands in for `node:timers/promises` and `setInterval`: waits are steps of the current schedule. */
import { vi } from "vitest";
import type { Schedule } from "./schedule.ts";

let current: Schedule | undefined;

/** Makes every wait a step of this schedule. */
export function setSchedule(schedule: Schedule | undefined): void {
  current = schedule;
}

interface WaitOptions {
  signal?: AbortSignal;
}

async function wait<Value>(_milliseconds?: number, value?: Value, { signal }: WaitOptions = {}): Promise<Value | undefined> {
  await current?.step({ kind: "wait", name: "waited", signal, work: () => undefined });
  return value;
}

/** The module that tests put in the place of `node:timers/promises`. */
export const simulatedTimers = { setTimeout: wait, setImmediate: async () => undefined };

export function replaceIntervals(): void {
  vi.stubGlobal("setInterval", (callback: () => void) => current?.repeat(callback));
  vi.stubGlobal("clearInterval", (interval: unknown) => current?.stopRepeating(interval));
}
