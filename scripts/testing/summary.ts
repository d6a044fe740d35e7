/** Describes the results of a run of all suites. */
import path from "node:path";
import { add, type FailedTest, type FileOutcome, nothing, type Outcome, shorten } from "./outcome.ts";

/** How many of the slowest files are listed. */
const slowest = 10;

export function describeOutcome({ passed, failed, skipped }: Outcome): string {
  return `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ""}`;
}

/** A line for each folder of tests, and the slowest files. */
export function summarize(files: readonly FileOutcome[]): string {
  const folders = Map.groupBy(files, ({ file }) => file.split("/").slice(0, 2).join("/"));
  const byTime = files.toSorted((one, other) => other.seconds - one.seconds);
  return [
    ...[...folders].map(([folder, found]) => `${folder}: ${describeOutcome(found.reduce(add, nothing))} in ${found.length} files`),
    `Slowest: ${byTime
      .slice(0, slowest)
      .map(({ file, seconds }) => `${path.posix.basename(file)} ${seconds.toFixed(0)} s`)
      .join(", ")}`,
  ].join("\n");
}

/** The name of each failed test and the first lines of its message; printed last, so that a log whose beginning is cut off has them. */
export function describeFailedTests(failedTests: readonly FailedTest[]): string {
  const describe = ({ where, test, message }: FailedTest) => `Failed: ${where}: ${test}\n${shorten(message).replaceAll(/^/gm, "    ")}`;
  return failedTests.map((failedTest) => describe(failedTest).trimEnd()).join("\n");
}
