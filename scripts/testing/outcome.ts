/** The reports of test runners in; how many tests passed, failed and were left out, out. */
import * as z from "zod/mini";

export interface Outcome {
  passed: number;
  failed: number;
  skipped: number;
}

export const nothing: Outcome = { passed: 0, failed: 0, skipped: 0 };

export function add(one: Outcome, other: Outcome): Outcome {
  return { passed: one.passed + other.passed, failed: one.failed + other.failed, skipped: one.skipped + other.skipped };
}

const hostReport = z.object({ passed: z.number(), failed: z.number(), skipped: z.number() });

const vitestReport = z.object({
  numPassedTests: z.number(),
  numFailedTests: z.number(),
  numPendingTests: z.number(),
  numTodoTests: z.number(),
  testResults: z.array(z.object({ status: z.string(), assertionResults: z.array(z.object({ status: z.string() })) })),
});

/** `sort` names the runner that wrote the report. @throws when the text is not such a report. */
export function readReport(sort: "vitest" | "host", text: string): Outcome {
  const json: unknown = JSON.parse(text);
  if (sort === "host") return hostReport.parse(json);
  const report = vitestReport.parse(json);
  // A file that could not be loaded has failed without a failed test.
  const brokenFiles = report.testResults.filter(
    ({ status, assertionResults }) => status === "failed" && !assertionResults.some((result) => result.status === "failed"),
  ).length;
  return {
    passed: report.numPassedTests,
    failed: report.numFailedTests + brokenFiles,
    skipped: report.numPendingTests + report.numTodoTests,
  };
}

/** What a suite comes to, given how its process ended: one that crashed, or wrote no report, has failed at least once. */
export function judge(exitCode: number | null, reported: Outcome | undefined): Outcome {
  const outcome = reported ?? nothing;
  const crashed = exitCode !== 0 && outcome.failed === 0;
  const empty = reported === undefined || outcome.passed + outcome.failed === 0;
  return crashed || empty ? { ...outcome, failed: outcome.failed + 1 } : outcome;
}
