/** Runs groups of suites and prints their output and results. */
import { add, type FailedTest, type FileOutcome, nothing, type Outcome } from "./outcome.ts";
import { runSuite, type SuiteResult } from "./runSuite.ts";
import type { Suite } from "./suites.ts";
import { describeOutcome } from "./summary.ts";

/**
 * The suites of a group run at the same time, the groups one after another.
 * @param installed settles when what some suites need is installed, or cannot be installed: then these suites have failed.
 */
export async function runSuites(
  groups: readonly (readonly Suite[])[],
  installed: Promise<unknown>,
): Promise<{ total: Outcome; files: FileOutcome[]; failedTests: FailedTest[] }> {
  const installError = installed.then(
    () => undefined,
    (error: Error) => error,
  );
  const files: FileOutcome[] = [];
  const failedTests: FailedTest[] = [];
  let total = nothing;
  for (const group of groups) {
    const error = group.some((suite) => suite.needsInstallation) ? await installError : undefined;
    if (error !== undefined) console.error(error.message);
    const running = group.map((suite, index) => {
      // The first suite's output is shown immediately, that of others when the ones before them have ended.
      const output: string[] = [];
      const onOutput = index === 0 ? (text: string) => process.stdout.write(text) : (text: string) => output.push(text);
      return { suite, output, result: error !== undefined && suite.needsInstallation ? undefined : runSuite(suite, onOutput) };
    });
    for (const { suite, output, result } of running) {
      const ended = await result;
      process.stdout.write(output.join(""));
      console.log(`\n── ${suite.name}: ${describe(ended)}\n`);
      files.push(...(ended?.files ?? []));
      failedTests.push(...(ended?.failedTests ?? [{ where: suite.name, test: "was not run", message: error?.message ?? "" }]));
      total = add(total, ended?.outcome ?? { passed: 0, failed: 1, skipped: 0 });
    }
  }
  return { total, files, failedTests };
}

function describe(result: SuiteResult | undefined): string {
  if (result === undefined) return "not run, because what it needs could not be installed";
  return `${describeOutcome(result.outcome)} in ${result.seconds.toFixed(0)} s, log in ${result.log}`;
}
