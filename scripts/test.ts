/**
 * Runs the suites of `npm test` and prints what failed and a last line `N passed, N failed`. `--all` runs more suites too, and
 * `--all --continue` only these: it adds their results to those of the last run of `npm test`. `--long` runs only what takes long.
 */
import { parseArgs } from "node:util";
import { installSystemPackages } from "./testing/installSystemPackages.ts";
import { keepOutcome, readKeptOutcome, removeKeptOutcome } from "./testing/keptOutcome.ts";
import { add } from "./testing/outcome.ts";
import { runSuites } from "./testing/runSuites.ts";
import { type Lane, longSuites, mainSuites, moreSuites } from "./testing/suites.ts";
import { describeFailedTests, describeOutcome, summarize } from "./testing/summary.ts";
import { installServer } from "./vscodeHost/installServer.ts";

const flag = { type: "boolean", default: false } as const;
const { values } = parseArgs({ options: { all: flag, continue: flag, long: flag } });

const exitCode = await main().catch((error: Error) => {
  console.error(error.message);
  console.log("0 passed, 1 failed");
  return 1;
});
// Also ends suites that are still running after an error.
process.exit(exitCode);

async function main(): Promise<number> {
  const start = performance.now();
  const installed = Promise.all([installSystemPackages(), installServer()]);
  // An error is reported when a suite needs what could not be installed.
  installed.catch(() => undefined);
  let { total, files, failedTests } = await firstSuites(installed);
  if (values.continue) console.log(`npm test: ${describeOutcome(total)}`);
  if (values.all) {
    const more = await runSuites(moreSuites, installed);
    files = [...files, ...more.files];
    failedTests = [...failedTests, ...more.failedTests];
    total = add(total, more.total);
  }
  const others = [
    ...(values.all ? [] : [describeSuites("npm run test:all", moreSuites)]),
    ...(values.long ? [] : [describeSuites("npm run test:long", longSuites)]),
    ...["npm run test:faults", "npm run test:windows", "npm run bench"],
  ];
  console.log(`${summarize(files)}\nTime: ${((performance.now() - start) / 60_000).toFixed(1)} min. Not run: ${others.join(", ")}.`);
  if (failedTests.length > 0) console.log(describeFailedTests(failedTests));
  console.log(`${total.passed} passed, ${total.failed} failed`);
  return total.failed === 0 ? 0 : 1;
}

function describeSuites(command: string, lanes: readonly Lane[]): string {
  const names = lanes.flat().map(({ name }) => name);
  return `${command} (${names.join(", ")})`;
}

async function firstSuites(installed: Promise<unknown>) {
  if (values.continue) return { ...(await readKeptOutcome()), files: [] };
  if (values.long) return runSuites(longSuites, installed);
  await removeKeptOutcome();
  const main = await runSuites(mainSuites, installed);
  await keepOutcome(main);
  return main;
}
