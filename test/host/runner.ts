/** Runs test modules inside the extension host and writes the report to `HOST_TEST_REPORT`. */
import { writeFile } from "node:fs/promises";
import Mocha from "mocha";
import type { FileOutcome } from "../../scripts/testing/outcome.ts";

/** @throws Error if a test fails, so that VS Code exits with a code other than 0. */
export async function runHostTests(modules: Record<string, () => Promise<unknown>>): Promise<void> {
  process.setSourceMapsEnabled(true);
  const grep = process.env.HOST_TEST_GREP;
  const mocha = new Mocha({ ui: "bdd", timeout: 180_000, ...(grep ? { grep } : {}) });
  for (const [file, load] of Object.entries(modules)) {
    mocha.suite.emit("pre-require", globalThis, file, mocha);
    await load();
  }
  const reports = new Map<string, FileOutcome>();
  const reportOf = ({ file = "unknown" }: { file?: string | undefined }) => {
    const report = reports.get(file) ?? { file, seconds: 0, passed: 0, failed: 0, skipped: 0, failedTests: [] };
    reports.set(file, report);
    return report;
  };
  await new Promise<void>((resolve) => {
    const runner = mocha.run(() => resolve());
    const starts = new Map<Mocha.Suite, number>();
    runner.on("suite", (suite) => starts.set(suite, performance.now()));
    runner.on("suite end", (suite) => {
      // Only top-level suites: nested ones are included in their time.
      if (suite.parent?.root) reportOf(suite).seconds += (performance.now() - (starts.get(suite) ?? 0)) / 1000;
    });
    runner.on("pass", (test) => (reportOf(test).passed += 1));
    runner.on("pending", (test) => (reportOf(test).skipped += 1));
    runner.on("fail", (test, error) => {
      const report = reportOf(test);
      report.failed += 1;
      report.failedTests.push({ where: report.file, test: test.fullTitle(), message: error.stack ?? error.message });
    });
  });
  const file = process.env.HOST_TEST_REPORT;
  if (file) await writeFile(file, JSON.stringify({ files: [...reports.values()] }));
  const failed = [...reports.values()].reduce((sum, report) => sum + report.failed, 0);
  if (failed > 0) throw new Error(`${failed} tests failed in the extension host.`);
}
