/** The outcome of one test, for the caller of the command. */
export interface TestOutcome {
  /** The labels of its items, from the case to the leaf. */
  path: readonly string[];
  state: "passed" | "failed" | "errored" | "skipped";
  /** Zero-based line of the first message. */
  line?: number;
  message?: string;
}
