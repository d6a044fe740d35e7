import { monitorEventLoopDelay } from "node:perf_hooks";

const resolution = 5;

/** Runs `work`. @returns the longest time in which this thread did nothing else, in milliseconds. */
export async function measureBlocking(work: () => Promise<unknown>): Promise<number> {
  const delays = monitorEventLoopDelay({ resolution });
  delays.enable();
  // The first sample is taken between two turns.
  await new Promise((resolve) => setTimeout(resolve, 4 * resolution));
  delays.reset();
  await work();
  await new Promise((resolve) => setTimeout(resolve, 4 * resolution));
  delays.disable();
  return delays.max / 1e6;
}
