/** Runs every test suite and prints a last line `N passed, N failed`. */
import { installSystemPackages } from "./testing/installSystemPackages.ts";
import { add, type FileOutcome, nothing, type Outcome } from "./testing/outcome.ts";
import { runSuite } from "./testing/runSuite.ts";
import { suites } from "./testing/suites.ts";
import { describeOutcome, summarize } from "./testing/summary.ts";
import { installServer } from "./vscodeHost/installServer.ts";

const exitCode = await main().catch((error: Error) => {
  console.error(error.message);
  console.log("0 passed, 1 failed");
  return 1;
});
// Also ends suites that are still running after an error.
process.exit(exitCode);

async function main(): Promise<number> {
  const installed = Promise.all([installSystemPackages(), installServer()]);
  const files: FileOutcome[] = [];
  let total: Outcome = nothing;
  for (const group of suites) {
    if (group.some((suite) => suite.needsInstallation)) await installed;
    const running = group.map((suite, index) => {
      // The first suite's output is shown immediately, that of others when the ones before them have ended.
      const output: string[] = [];
      const result = runSuite(suite, index === 0 ? (text) => process.stdout.write(text) : (text) => output.push(text));
      return { suite, output, result };
    });
    for (const { suite, output, result } of running) {
      const { outcome, seconds, log, files: ofSuite } = await result;
      process.stdout.write(output.join(""));
      console.log(`\n── ${suite.name}: ${describeOutcome(outcome)} in ${seconds.toFixed(0)} s, log in ${log}\n`);
      files.push(...ofSuite);
      total = add(total, outcome);
    }
  }
  console.log(`${summarize(files)}\n${total.passed} passed, ${total.failed} failed`);
  return total.failed === 0 ? 0 : 1;
}
