/** Nothing in; everything that is tested, run one suite after the other, and a last line `N passed, N failed`, out. */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { installSystemPackages } from "./testing/installSystemPackages.ts";
import { add, nothing, type Outcome } from "./testing/outcome.ts";
import { runSuite } from "./testing/runSuite.ts";
import { suites } from "./testing/suites.ts";
import { installServer } from "./vscodeHost/installServer.ts";

process.exitCode = await main().catch((error: Error) => {
  console.error(error.message);
  console.log("0 passed, 1 failed");
  return 1;
});

async function main(): Promise<number> {
  await installSystemPackages();
  await installServer();
  const folder = await mkdtemp(path.join(tmpdir(), "generation-studio-reports-"));
  const lines: string[] = [];
  let total: Outcome = nothing;
  for (const suite of suites) {
    console.log(`\n── ${suite.name}`);
    const start = performance.now();
    const outcome = await runSuite(suite, folder);
    total = add(total, outcome);
    lines.push(`${suite.name}: ${describe(outcome)} in ${((performance.now() - start) / 1000).toFixed(1)} s`);
  }
  await rm(folder, { recursive: true, force: true });
  console.log(`\n${lines.join("\n")}\n${total.passed} passed, ${total.failed} failed`);
  return total.failed === 0 ? 0 : 1;
}

function describe({ passed, failed, skipped }: Outcome): string {
  return `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ""}`;
}
