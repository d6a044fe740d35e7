/**
 * fast-check with the same cases in each run, so that a change, and not chance, makes a test fail. `FUZZ_RUNS=5000` searches with that many
 * random cases per property; the error of a failure names the seed.
 */
import * as fc from "fast-check";

const runs = process.env.FUZZ_RUNS;
fc.configureGlobal(runs === undefined ? { seed: 20_260_101 } : {});

/** Number of cases of a property. */
export function runsOf(usual: number): number {
  return Number(runs ?? usual);
}

export { fc };
