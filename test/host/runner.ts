/** Test modules in; their outcome printed, written to `HOST_TEST_REPORT` and returned out. Runs inside the extension host. */
import { writeFile } from "node:fs/promises";
import Mocha from "mocha";

/** The shape of the report. */
export interface HostTestReport {
  passed: number;
  failed: number;
  skipped: number;
  /** Full titles. */
  failures: string[];
}

/** @throws Error when a test fails, so that VS Code ends with a code other than 0. */
export async function runHostTests(modules: Record<string, () => Promise<unknown>>): Promise<void> {
  process.setSourceMapsEnabled(true);
  const grep = process.env.HOST_TEST_GREP;
  const mocha = new Mocha({ ui: "bdd", timeout: 30_000, ...(grep ? { grep } : {}) });
  for (const [file, load] of Object.entries(modules)) {
    mocha.suite.emit("pre-require", globalThis, file, mocha);
    await load();
  }
  const report: HostTestReport = { passed: 0, failed: 0, skipped: 0, failures: [] };
  await new Promise<void>((resolve) => {
    const runner = mocha.run(() => resolve());
    runner.on("pass", () => (report.passed += 1));
    runner.on("pending", () => (report.skipped += 1));
    runner.on("fail", (test) => {
      report.failed += 1;
      report.failures.push(test.fullTitle());
    });
  });
  const file = process.env.HOST_TEST_REPORT;
  if (file) await writeFile(file, JSON.stringify(report));
  if (report.failed > 0) throw new Error(`${report.failed} tests failed in the extension host.`);
}
