/** Reads the number of passed, failed and skipped tests of each file, and what failed, from the reports of test runners. */
import path from "node:path";
import { stripVTControlCharacters } from "node:util";
import * as z from "zod/mini";
import { repositoryFolder } from "../vscodeHost/serverLocation.ts";

export interface Outcome {
  passed: number;
  failed: number;
  skipped: number;
}

export const failedTest = z.object({
  /** The test's file, relative to the repository with `/` as separator, or a suite without a report. */
  where: z.string(),
  /** The test's full name, or how a file or a suite failed. */
  test: z.string(),
  message: z.string(),
});
export type FailedTest = z.infer<typeof failedTest>;

const fileOutcome = z.object({
  /** Relative to the repository, with `/` as separator. */
  file: z.string(),
  seconds: z.number(),
  passed: z.number(),
  failed: z.number(),
  skipped: z.number(),
  failedTests: z.array(failedTest),
});
export type FileOutcome = z.infer<typeof fileOutcome>;

export const nothing: Outcome = { passed: 0, failed: 0, skipped: 0 };

export function add(one: Outcome, other: Outcome): Outcome {
  return { passed: one.passed + other.passed, failed: one.failed + other.failed, skipped: one.skipped + other.skipped };
}

/** The report of the extension host. */
const hostReport = z.object({ files: z.array(fileOutcome) });

const vitestReport = z.object({
  testResults: z.array(
    z.object({
      name: z.string(),
      startTime: z.number(),
      endTime: z.number(),
      status: z.string(),
      message: z.optional(z.string()),
      assertionResults: z.array(
        z.object({ status: z.string(), fullName: z.string(), failureMessages: z.optional(z.nullable(z.array(z.string()))) }),
      ),
    }),
  ),
});

/** `runner`: the program that wrote the report. @throws when the text is not such a report. */
export function readReport(runner: "vitest" | "host", text: string): FileOutcome[] {
  const json: unknown = JSON.parse(text);
  if (runner === "host") return hostReport.parse(json).files;
  return vitestReport.parse(json).testResults.map(({ name, startTime, endTime, status, message = "", assertionResults }) => {
    const file = path.relative(repositoryFolder, name).replaceAll(path.sep, "/");
    const passed = assertionResults.filter((result) => result.status === "passed").length;
    const failedTests = assertionResults
      .filter((result) => result.status === "failed")
      .map(({ fullName, failureMessages }) => ({ where: file, test: fullName, message: failureMessages?.join("\n") ?? "" }));
    const skipped = assertionResults.length - passed - failedTests.length;
    // A file that could not be loaded, or whose hook failed, has failed, although it has no failed test.
    if (failedTests.length === 0 && status === "failed") failedTests.push({ where: file, test: "could not be loaded or set up", message });
    return { file, seconds: (endTime - startTime) / 1000, passed, failed: failedTests.length, skipped, failedTests };
  });
}

/** How many lines of a message, and characters of a line, are kept. */
const [keptLines, keptCharacters] = [6, 300];

/** The first lines of a message, or the last ones, without colours, empty lines and the test runner's functions. */
export function shorten(message: string, end: "first" | "last" = "first"): string {
  const lines = stripVTControlCharacters(message)
    .split("\n")
    .filter((line) => line.trim() !== "" && !/^\s+at .*(?:node_modules|<anonymous>)/.test(line));
  const kept = end === "first" ? lines.slice(0, keptLines) : lines.slice(-keptLines);
  return kept.map((line) => line.slice(0, keptCharacters)).join("\n");
}

/** The errors that vitest caught outside of tests, as its output describes them: its report does not have them. */
export function unhandledErrors(output: string): FailedTest[] {
  const [, found = ""] = stripVTControlCharacters(output).split(/^⎯+ Unhandled Errors ⎯+$/m);
  const [, ...described] = found.split(/^⎯+ .+ ⎯+$/m);
  return described.map((description) => {
    const [, where = "a worker of vitest"] = /^This error originated in "(.+?)" test file/m.exec(description) ?? [];
    const [, test = "an error outside of tests"] = /^The last test to run before this error was "(.+?)"\./m.exec(description) ?? [];
    return { where, test, message: shorten(description) };
  });
}

/** The result of a suite, including how its process ended: if it crashed or wrote no report, it has at least one failure. */
export function judge(exitCode: number | null, files: readonly FileOutcome[]): Outcome {
  const outcome = files.reduce(add, nothing);
  const crashed = exitCode !== 0 && outcome.failed === 0;
  const empty = outcome.passed + outcome.failed === 0;
  return crashed || empty ? { ...outcome, failed: outcome.failed + 1 } : outcome;
}
