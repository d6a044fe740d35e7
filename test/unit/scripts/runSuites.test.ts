/** Runs suites side by side and one after another, also if what they need cannot be installed. */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from "vitest";
import { runSuites } from "../../../scripts/testing/runSuites.ts";
import type { Suite } from "../../../scripts/testing/suites.ts";
import { repositoryFolder } from "../../../scripts/vscodeHost/serverLocation.ts";

const running = (name: string, code: string, needsInstallation = false): Suite => ({
  name: `runSuites-test-${name}`,
  command: ["-e", code],
  report: undefined,
  needsInstallation,
});
const suite = (name: string, exitCode: number, needsInstallation: boolean): Suite =>
  running(name, `process.exit(${exitCode})`, needsInstallation);
const lanes = [
  [suite("one", 0, false), suite("two", 1, false)],
  [suite("three", 0, true), suite("four", 0, false)],
  [suite("five", 0, true)],
];

// The results of these suites must not appear among those of the run.
beforeEach(() => {
  for (const name of ["log", "error"] as const) vi.spyOn(console, name).mockReturnValue();
});
afterEach(async () => {
  vi.restoreAllMocks();
  for (const { name } of lanes.flat()) await rm(path.join(repositoryFolder, "test-results", "suites", `${name}.log`), { force: true });
});

test("the results of all lanes are added up", async () => {
  expect(await runSuites(lanes, Promise.resolve())).toEqual({
    total: { passed: 4, failed: 1, skipped: 0 },
    files: [],
    failedTests: [{ where: "runSuites-test-two", test: "ended with exit code 1", message: "" }],
  });
});

test("suites whose installation failed have failed, and the others are run", async () => {
  const installed = Promise.reject(new Error("There is no network."));
  expect(await runSuites(lanes, installed)).toMatchObject({
    total: { passed: 2, failed: 3, skipped: 0 },
    failedTests: [
      { where: "runSuites-test-two" },
      { where: "runSuites-test-three", test: "was not run", message: "There is no network." },
      { where: "runSuites-test-five" },
    ],
  });
});

test("lanes run at the same time, and the suites of a lane one after another, also after one that has failed", async () => {
  const folder = await mkdtemp(path.join(tmpdir(), "generation-studio-lanes-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  const [one, other, ended] = ["one", "other", "ended"].map((name) => JSON.stringify(path.join(folder, name)));
  // Each of the first ones ends when the other runs too; the second one of the lane fails unless the one before it has ended.
  const meets = (own = "", awaited = "", end = "") =>
    `fs.writeFileSync(${own}, ""); const timer = setInterval(() => { if (fs.existsSync(${awaited})) { clearInterval(timer); ${end} } }, 5);`;
  const fails = `fs.writeFileSync(${ended}, ""); process.exit(3);`;
  const result = await runSuites(
    [
      [running("one", meets(one, other, fails)), running("two", `process.exit(fs.existsSync(${ended}) ? 0 : 1)`)],
      [running("three", meets(other, one))],
    ],
    Promise.resolve(),
  );
  expect(result).toMatchObject({ total: { passed: 2, failed: 1 }, failedTests: [{ where: "runSuites-test-one" }] });
});
