/** Runs suites as processes. */
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
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

test("errors outside of tests fail a suite, each with its file, the last test and its message", async () => {
  const folder = await mkdtemp(path.join(tmpdir(), "generation-studio-errors-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  const rejected = 'test("rejects", async () => { void Promise.reject(new Error("nobody waits")); await new Promise(setImmediate); });';
  await writeFile(path.join(folder, "left.test.js"), rejected);
  const thrown =
    'test("throws", async () => { setTimeout(() => { throw new TypeError("too late"); }); await new Promise((done) => setTimeout(done, 50)); });';
  await writeFile(path.join(folder, "timer.test.js"), thrown);
  const command = ["node_modules/vitest/vitest.mjs", "run", "--root", folder, "--globals", "--no-file-parallelism"];
  const reports = ["--reporter=default", "--reporter=json", "--outputFile.json=REPORT"];
  const result = await runSuite(
    { name: "runSuite test errors", command: [...command, ...reports], report: "vitest", needsInstallation: false },
    () => {},
  );
  onTestFinished(() => rm(result.log));
  expect(result.outcome).toEqual({ passed: 2, failed: 1, skipped: 0 });
  const failedTests = result.failedTests.toSorted((one, other) => one.test.localeCompare(other.test));
  expect(failedTests).toEqual([
    { where: expect.stringMatching(/left\.test\.js$/), test: "rejects", message: expect.stringMatching(/^Error: nobody waits\n/) },
    { where: expect.stringMatching(/timer\.test\.js$/), test: "throws", message: expect.stringMatching(/^TypeError: too late\n/) },
  ]);
});
