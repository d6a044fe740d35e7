import { monitorEventLoopDelay } from "node:perf_hooks";

const resolution = 5;

/**
 * Runs `work` in several rounds, with the number of the round.
 * @returns the longest time in milliseconds for which this thread was blocked in a round, as the minimum over all rounds: code that blocks
 * this thread does so in every round, other load only in some.
 */
export async function measureBlocking(rounds: number, work: (round: number) => Promise<unknown>): Promise<number> {
  const longest: number[] = [];
  for (let round = 0; round < rounds; round += 1) longest.push(await measureOnce(() => work(round)));
  return Math.min(...longest);
}

async function measureOnce(work: () => Promise<unknown>): Promise<number> {
  const delays = monitorEventLoopDelay({ resolution });
  delays.enable();
  // The first sample is taken between two turns of the event loop.
  await new Promise((resolve) => setTimeout(resolve, 4 * resolution));
  delays.reset();
  await work();
  await new Promise((resolve) => setTimeout(resolve, 4 * resolution));
  delays.disable();
  return delays.max / 1e6;
}
