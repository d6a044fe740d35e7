/** Describes the results of a run of all suites. */
import path from "node:path";
import { add, type FileOutcome, nothing, type Outcome } from "./outcome.ts";

/** How many of the slowest files are listed. */
const slowest = 10;

export function describeOutcome({ passed, failed, skipped }: Outcome): string {
  return `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ""}`;
}

/** A line for each folder of tests, the slowest files, and each file with a failure. */
export function summarize(files: readonly FileOutcome[]): string {
  const folders = Map.groupBy(files, ({ file }) => file.split("/").slice(0, 2).join("/"));
  const byTime = files.toSorted((one, other) => other.seconds - one.seconds);
  const failed = files.filter((file) => file.failed > 0);
  return [
    ...[...folders].map(([folder, found]) => `${folder}: ${describeOutcome(found.reduce(add, nothing))} in ${found.length} files`),
    `Slowest: ${byTime
      .slice(0, slowest)
      .map(({ file, seconds }) => `${path.posix.basename(file)} ${seconds.toFixed(0)} s`)
      .join(", ")}`,
    ...failed.map((file) => `Failed: ${file.file} (${file.failed})`),
  ].join("\n");
}
