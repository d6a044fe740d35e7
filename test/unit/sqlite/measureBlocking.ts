import { monitorEventLoopDelay } from "node:perf_hooks";

const resolution = 5;

/**
 * Runs `work` several times, with the number of the round. @returns the longest time of a round in which this thread did nothing else, in
 * milliseconds, and of all rounds the shortest: what blocks this thread does so in each, what else the machine does in one or two of them.
 */
export async function measureBlocking(rounds: number, work: (round: number) => Promise<unknown>): Promise<number> {
  const longest: number[] = [];
  for (let round = 0; round < rounds; round += 1) longest.push(await measureOnce(() => work(round)));
  return Math.min(...longest);
}

async function measureOnce(work: () => Promise<unknown>): Promise<number> {
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
