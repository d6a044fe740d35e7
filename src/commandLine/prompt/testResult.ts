/** The result of a case with one model, or of a document or case that could not be tested. */
import { describeErrorPlainly } from "../../client/errors/describeError.ts";
import type { PlannedTest } from "../../promptTests/planTests.ts";
import type { PaidJudgement, RepetitionEnd } from "../../promptTests/runTests.ts";

/** A case with one model, and its location. */
export interface FileTest extends PlannedTest {
  file: string;
  /** Returns `file:line:column` of an offset in the document, or of the row of the case in its CSV file. */
  locate(offset: number): string;
}

export interface TestResult {
  file: string;
  /** The case; undefined: the whole document could not be tested. */
  name: string | undefined;
  /** undefined: no request could be built. */
  model: string | undefined;
  /**
   * failed: an assertion was not met; error: there is no answer to judge, or the document or the case has an error; notRun: nothing was sent,
   * because of the cost limit, a signal or an earlier error.
   */
  state: "passed" | "failed" | "error" | "notRun";
  /** Why it did not pass: `file:line:column: message`. */
  reasons: readonly string[];
  /** Why answers are not whole: they were judged as far as they arrived. */
  incomplete: readonly string[];
  /** The judgements of models that apply rubrics. */
  judgements: readonly PaidJudgement[];
  /** What was paid for all repetitions and judging models, in units of the balance. */
  cost: number;
  /** What all answers cost when they were generated, including those from the cache; undefined: not known. */
  answersCost: number | undefined;
  /** Milliseconds of the longest; undefined: all were read from the cache. */
  latency: number | undefined;
  /** Number of repetitions read from the cache. */
  cached: number;
}

/** The result of a document or case that cannot be tested. */
export function unplanned(file: string, name: string | undefined, reasons: readonly string[]): TestResult {
  const nothing = { incomplete: [], judgements: [], cost: 0, answersCost: undefined, latency: undefined, cached: 0 };
  return { file, name, model: undefined, state: "error", reasons, ...nothing };
}

export function summarizeTest(planned: FileTest, ends: readonly RepetitionEnd[], isFree: boolean): TestResult {
  const judged = ends.filter((end) => end.type === "judged");
  const passed = judged.filter(({ unmet }) => unmet.length === 0).length;
  const isPassed = passed >= planned.test.atLeast;
  const latencies = judged.flatMap(({ answer }) => answer.latency ?? []);
  const costs = judged.flatMap(({ answer }) => answer.cost ?? []);
  return {
    file: planned.file,
    name: planned.test.name,
    model: planned.model,
    state: isPassed ? "passed" : stateOf(ends, passed, planned.test.atLeast),
    reasons: isPassed ? [] : [...new Set(ends.flatMap((end) => reasonsOf(planned, end, isFree)))],
    incomplete: [...new Set(judged.flatMap(({ answer }) => answer.incomplete ?? []))],
    judgements: judged.flatMap(({ judgements }) => judgements),
    cost: ends.reduce((sum, { spent }) => sum + spent, 0),
    answersCost: costs.length === 0 ? undefined : costs.reduce((sum, cost) => sum + cost, 0),
    latency: latencies.length === 0 ? undefined : Math.max(...latencies),
    cached: judged.filter(({ isCached }) => isCached).length,
  };
}

/** It failed if it would not have passed even with answers to all other repetitions. */
function stateOf(ends: readonly RepetitionEnd[], passed: number, atLeast: number): TestResult["state"] {
  const open = ends.filter(({ type }) => type !== "judged");
  if (passed + open.length < atLeast) return "failed";
  return open.some((end) => end.type === "error" && end.error.kind !== "aborted") ? "error" : "notRun";
}

function reasonsOf({ locate, test }: FileTest, end: RepetitionEnd, isFree: boolean): string[] {
  switch (end.type) {
    case "judged":
      return end.unmet.map(({ assertion, verdict }) => `${locate(assertion.range.start)}: ${verdict.message}`);
    case "error":
      return [`${locate(test.range.start)}: ${describeErrorPlainly(end.error, isFree)}`];
    case "notRun":
      return [];
  }
}
