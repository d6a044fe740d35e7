/** Runs every test suite and prints a last line `N passed, N failed`. */
import { installSystemPackages } from "./testing/installSystemPackages.ts";
import { runSuites } from "./testing/runSuites.ts";
import { suites } from "./testing/suites.ts";
import { summarize } from "./testing/summary.ts";
import { installServer } from "./vscodeHost/installServer.ts";

const exitCode = await main().catch((error: Error) => {
  console.error(error.message);
  console.log("0 passed, 1 failed");
  return 1;
});
// Also ends suites that are still running after an error.
process.exit(exitCode);

async function main(): Promise<number> {
  const { total, files } = await runSuites(suites, Promise.all([installSystemPackages(), installServer()]));
  console.log(`${summarize(files)}\n${total.passed} passed, ${total.failed} failed`);
  return total.failed === 0 ? 0 : 1;
}
