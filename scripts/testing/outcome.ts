/** Reads the number of passed, failed and skipped tests of each file from the reports of test runners. */
import path from "node:path";
import * as z from "zod/mini";
import { repositoryFolder } from "../vscodeHost/serverLocation.ts";

export interface Outcome {
  passed: number;
  failed: number;
  skipped: number;
}

export interface FileOutcome extends Outcome {
  /** Relative to the repository, with `/` as separator. */
  file: string;
  seconds: number;
}

export const nothing: Outcome = { passed: 0, failed: 0, skipped: 0 };

export function add(one: Outcome, other: Outcome): Outcome {
  return { passed: one.passed + other.passed, failed: one.failed + other.failed, skipped: one.skipped + other.skipped };
}

const fileOutcome = z.object({ file: z.string(), seconds: z.number(), passed: z.number(), failed: z.number(), skipped: z.number() });

/** The report of the extension host. */
const hostReport = z.object({ files: z.array(fileOutcome) });

const vitestReport = z.object({
  testResults: z.array(
    z.object({
      name: z.string(),
      startTime: z.number(),
      endTime: z.number(),
      status: z.string(),
      assertionResults: z.array(z.object({ status: z.string() })),
    }),
  ),
});

/** `runner`: the program that wrote the report. @throws when the text is not such a report. */
export function readReport(runner: "vitest" | "host", text: string): FileOutcome[] {
  const json: unknown = JSON.parse(text);
  if (runner === "host") return hostReport.parse(json).files;
  return vitestReport.parse(json).testResults.map(({ name, startTime, endTime, status, assertionResults }) => {
    const count = (wanted: string) => assertionResults.filter((result) => result.status === wanted).length;
    const [passed, failed] = [count("passed"), count("failed")];
    return {
      file: path.relative(repositoryFolder, name).replaceAll(path.sep, "/"),
      seconds: (endTime - startTime) / 1000,
      passed,
      // A file that could not be loaded has failed, although it has no failed test.
      failed: failed === 0 && status === "failed" ? 1 : failed,
      skipped: assertionResults.length - passed - failed,
    };
  });
}

/** The result of a suite, including how its process ended: if it crashed or wrote no report, it has at least one failure. */
export function judge(exitCode: number | null, files: readonly FileOutcome[]): Outcome {
  const outcome = files.reduce(add, nothing);
  const crashed = exitCode !== 0 && outcome.failed === 0;
  const empty = outcome.passed + outcome.failed === 0;
  return crashed || empty ? { ...outcome, failed: outcome.failed + 1 } : outcome;
}
