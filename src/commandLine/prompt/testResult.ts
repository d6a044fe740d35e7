import type { PlannedTest } from "./planTests.ts";

/** What became of a case with one model. */
export interface TestResult {
  planned: PlannedTest;
  /** notRun: nothing was sent, so that the most is not exceeded, or after an error. */
  state: "passed" | "failed" | "notRun";
  /** Why it did not pass: `file:line:column: message`. */
  reasons: readonly string[];
  /** Of all repetitions, in units of the balance. */
  cost: number;
  /** Milliseconds of the longest; undefined: all came from the cache. */
  latency: number | undefined;
  /** Repetitions that came from the cache. */
  cached: number;
}
