/** The result of a case with one model. */
import type { PaidJudgement, RepetitionEnd } from "../../promptTests/runTests.ts";
import type { FileTest } from "./planFile.ts";

export interface TestResult {
  planned: FileTest;
  /** notRun: nothing was sent, because of the cost limit or an earlier error. */
  state: "passed" | "failed" | "notRun";
  /** Why it did not pass: `file:line:column: message`. */
  reasons: readonly string[];
  /** The judgements of models that apply rubrics. */
  judgements: readonly PaidJudgement[];
  /** Sum for all repetitions and judging models, in units of the balance. */
  cost: number;
  /** Milliseconds of the longest; undefined: all were read from the cache. */
  latency: number | undefined;
  /** Number of repetitions read from the cache. */
  cached: number;
}

export function summarizeTest(planned: FileTest, ends: readonly RepetitionEnd[]): TestResult {
  const judged = ends.filter((end) => end.type === "judged");
  const passed = judged.filter(({ unmet }) => unmet.length === 0).length;
  const isPassed = passed >= planned.test.atLeast;
  const latencies = judged.flatMap(({ answer }) => answer.latency ?? []);
  const isCut = ends.some(({ type }) => type === "notRun");
  const hasError = ends.some(({ type }) => type === "error");
  return {
    planned,
    state: isPassed ? "passed" : isCut && !hasError ? "notRun" : "failed",
    reasons: isPassed ? [] : [...new Set(ends.flatMap((end) => reasonsOf(planned, end)))],
    judgements: judged.flatMap(({ judgements }) => judgements),
    cost: ends.reduce((sum, { spent }) => sum + spent, 0),
    latency: latencies.length === 0 ? undefined : Math.max(...latencies),
    cached: judged.filter(({ isCached }) => isCached).length,
  };
}

function reasonsOf({ locate, test }: FileTest, end: RepetitionEnd): string[] {
  switch (end.type) {
    case "judged":
      return end.unmet.map(({ assertion, verdict }) => `${locate(assertion.range.start)}: ${verdict.message}`);
    case "error":
      return [`${locate(test.range.start)}: ${end.error.message}`];
    case "notRun":
      return [];
  }
}
