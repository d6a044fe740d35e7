/** Runs suites as processes. */
import { readFile, rm } from "node:fs/promises";
import { expect, onTestFinished, test } from "vitest";
import { runSuite } from "../../../scripts/testing/runSuite.ts";

/** Runs a suite without a report. Returns its result and the text in its log. */
async function run(name: string, ...command: string[]) {
  let output = "";
  const result = await runSuite({ name: `runSuite test ${name}`, command, report: undefined, needsInstallation: false }, (text) => {
    output += text;
  });
  onTestFinished(() => rm(result.log));
  expect(await readFile(result.log, "utf8")).toBe(output);
  return { ...result, output };
}

test("a suite without a report passes with exit code 0", async () => {
  expect(await run("passing", "-e", "console.log('done')")).toMatchObject({ outcome: { passed: 1, failed: 0 }, output: "done\n" });
  const failing = await run("failing", "-e", "console.log('a.ts: wrong type'); process.exitCode = 2");
  expect(failing).toMatchObject({
    outcome: { passed: 0, failed: 1 },
    failedTests: [{ where: "runSuite test failing", test: "ended with exit code 2", message: "a.ts: wrong type" }],
  });
});

test("a suite that cannot be started has failed, and its output states why", async () => {
  // The operating system refuses arguments of this length.
  const { outcome, output } = await run("too long", "-e", "0".repeat(2 ** 22));
  expect(outcome).toMatchObject({ passed: 0, failed: 1 });
  expect(output).toMatch(/^runSuite test too long could not be started: .*(?:E2BIG|ENAMETOOLONG)/);
});
