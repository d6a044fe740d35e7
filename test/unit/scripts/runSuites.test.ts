/** Runs groups of suites, also if what they need cannot be installed. */
import { rm } from "node:fs/promises";
import path from "node:path";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { runSuites } from "../../../scripts/testing/runSuites.ts";
import type { Suite } from "../../../scripts/testing/suites.ts";
import { repositoryFolder } from "../../../scripts/vscodeHost/serverLocation.ts";

const suite = (name: string, exitCode: number, needsInstallation: boolean): Suite => ({
  name: `runSuites-test-${name}`,
  command: ["-e", `process.exit(${exitCode})`],
  report: undefined,
  needsInstallation,
});
const groups = [
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
  for (const { name } of groups.flat()) await rm(path.join(repositoryFolder, "test-results", "suites", `${name}.log`), { force: true });
});

test("the results of all groups are added up", async () => {
  expect(await runSuites(groups, Promise.resolve())).toEqual({
    total: { passed: 4, failed: 1, skipped: 0 },
    files: [],
    failedTests: [{ where: "runSuites-test-two", test: "ended with exit code 1", message: "" }],
  });
});

test("suites whose installation failed have failed, and the others are run", async () => {
  const installed = Promise.reject(new Error("There is no network."));
  expect(await runSuites(groups, installed)).toMatchObject({
    total: { passed: 2, failed: 3, skipped: 0 },
    failedTests: [
      { where: "runSuites-test-two" },
      { where: "runSuites-test-three", test: "was not run", message: "There is no network." },
      { where: "runSuites-test-five" },
    ],
  });
});
