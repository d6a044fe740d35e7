/** What became of one test, for whoever ran the command. */
export interface TestOutcome {
  /** The labels of its items, from the case to the last one. */
  path: readonly string[];
  state: "passed" | "failed" | "errored" | "skipped";
  /** The line of the first message, from 0. */
  line?: number;
  message?: string;
}
