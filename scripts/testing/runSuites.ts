/** Runs suites side by side and prints their output and results. */
import { add, type FailedTest, type FileOutcome, nothing, type Outcome } from "./outcome.ts";
import { runSuite, type SuiteResult } from "./runSuite.ts";
import type { Lane, Suite } from "./suites.ts";
import { describeOutcome } from "./summary.ts";

/**
 * The lanes run at the same time, the suites of a lane one after another. A suite that needs an installation waits for it.
 * @param installed settles when what some suites need is installed, or cannot be installed: then these suites have failed.
 */
export async function runSuites(
  lanes: readonly Lane[],
  installed: Promise<unknown>,
): Promise<{ total: Outcome; files: FileOutcome[]; failedTests: FailedTest[] }> {
  const installError = installed.then(
    () => undefined,
    (error: Error) => error,
  );
  const files: FileOutcome[] = [];
  const failedTests: FailedTest[] = [];
  let total = nothing;
  const running = lanes.flatMap((lane, laneIndex) => {
    let before: Promise<unknown> = Promise.resolve();
    return lane.map((suite, index) => {
      // The first suite's output is shown immediately, that of others when the ones before them have ended.
      const output: string[] = [];
      const isFirst = laneIndex === 0 && index === 0;
      const onOutput = isFirst ? (text: string) => process.stdout.write(text) : (text: string) => output.push(text);
      const result = before.then(() => runWhenInstalled(suite, installError, onOutput));
      before = result.catch(() => undefined);
      return { suite, output, result };
    });
  });
  for (const { suite, output, result } of running) {
    const ended = await result;
    process.stdout.write(output.join(""));
    console.log(`\n── ${suite.name}: ${describe(ended)}\n`);
    if (ended instanceof Error) {
      failedTests.push({ where: suite.name, test: "was not run", message: ended.message });
      total = add(total, { passed: 0, failed: 1, skipped: 0 });
    } else {
      files.push(...ended.files);
      failedTests.push(...ended.failedTests);
      total = add(total, ended.outcome);
    }
  }
  return { total, files, failedTests };
}

/** Resolves with the error if what the suite needs could not be installed. */
async function runWhenInstalled(
  suite: Suite,
  installError: Promise<Error | undefined>,
  onOutput: (text: string) => void,
): Promise<SuiteResult | Error> {
  return (suite.needsInstallation ? await installError : undefined) ?? runSuite(suite, onOutput);
}

function describe(result: SuiteResult | Error): string {
  if (result instanceof Error) return `not run, because what it needs could not be installed: ${result.message}`;
  return `${describeOutcome(result.outcome)} in ${result.seconds.toFixed(0)} s, log in ${result.log}`;
}
