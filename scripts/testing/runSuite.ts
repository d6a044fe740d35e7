/** Runs a suite, writes its output to a log and counts the results. */
import { createWriteStream } from "node:fs";
import { mkdir, readFile, rm } from "node:fs/promises";
import path from "node:path";
import { finished } from "node:stream/promises";
import { startGroup } from "../processGroup.ts";
import { repositoryFolder } from "../vscodeHost/serverLocation.ts";
import { type FailedTest, type FileOutcome, judge, type Outcome, readReport, shorten, unhandledErrors } from "./outcome.ts";
import type { Suite } from "./suites.ts";

/** Milliseconds after which a suite is ended and has failed. */
const limit = 60 * 60_000;

/** The compile cache of Node.js: suites start hundreds of processes that load the same files. */
const compiledFolder = path.join(repositoryFolder, "node_modules", ".cache", "compiled");

/** The folder for logs and reports of the last run. */
const resultsFolder = path.join(repositoryFolder, "test-results", "suites");

export interface SuiteResult {
  outcome: Outcome;
  files: FileOutcome[];
  failedTests: FailedTest[];
  seconds: number;
  log: string;
}

/** Resolves also if the suite fails or cannot be started; rejects only if it cannot be logged. `onOutput` receives its output as it arrives. */
export async function runSuite(suite: Suite, onOutput: (text: string) => void): Promise<SuiteResult> {
  const start = performance.now();
  const name = suite.name.replaceAll(/\W+/g, "-");
  const [log, report] = [path.join(resultsFolder, `${name}.log`), path.join(resultsFolder, `${name}.json`)];
  await mkdir(resultsFolder, { recursive: true });
  await rm(report, { force: true });
  const output = createWriteStream(log);
  const written: string[] = [];
  const write = (text: string) => {
    output.write(text);
    written.push(text);
    onOutput(text);
  };
  const exitCode = await runProcess(suite, report, write).catch((error: Error) => {
    write(`${suite.name} could not be started: ${error.message}\n`);
    return null;
  });
  output.end();
  await finished(output);
  const files = suite.report === undefined ? [] : await read(suite.report, report);
  const outcome = suite.report === undefined ? single(exitCode) : judge(exitCode, files);
  const failedTests = files.flatMap((file) => file.failedTests);
  if (outcome.failed > failedTests.length) failedTests.push(...describeExit(suite, exitCode, written.join("")));
  return { outcome, files, failedTests, seconds: (performance.now() - start) / 1000, log };
}

/** Why a suite has failed although no test has. */
function describeExit(suite: Suite, exitCode: number | null, output: string): FailedTest[] {
  const unhandled = unhandledErrors(output);
  if (unhandled.length > 0) return unhandled;
  // Checks print what is wrong first; a runner that crashes prints it last.
  const message = shorten(output, suite.report === undefined ? "first" : "last");
  return [{ where: suite.name, test: `ended with exit code ${exitCode}`, message }];
}

/** Resolves with the exit code, or null when a signal ended the process. */
async function runProcess(suite: Suite, report: string, write: (text: string) => void): Promise<number | null> {
  const command = suite.command.map((word) => word.replace("REPORT", report));
  const group = await startGroup(process.execPath, command, {
    cwd: repositoryFolder,
    env: { NODE_COMPILE_CACHE: compiledFolder, ...process.env },
    stdio: ["ignore", "pipe", "pipe"],
  });
  for (const stream of [group.process.stdout, group.process.stderr]) stream?.setEncoding("utf8").on("data", write);
  const timer = setTimeout(() => {
    write(`${suite.name}: ended, since it took longer than ${limit / 60_000} minutes.\n`);
    void group.end();
  }, limit);
  const exitCode = await group.exited;
  clearTimeout(timer);
  return exitCode;
}

function single(exitCode: number | null): Outcome {
  return exitCode === 0 ? { passed: 1, failed: 0, skipped: 0 } : { passed: 0, failed: 1, skipped: 0 };
}

/** Returns no files if the suite wrote no report. */
async function read(runner: "vitest" | "host", file: string): Promise<FileOutcome[]> {
  try {
    return readReport(runner, await readFile(file, "utf8"));
  } catch {
    return [];
  }
}
