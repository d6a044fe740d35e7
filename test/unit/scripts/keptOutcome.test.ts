/** Keeps the result of `npm test` for the run of the other suites. */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { keepOutcome, readKeptOutcome, removeKeptOutcome } from "../../../scripts/testing/keptOutcome.ts";

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "generation-studio-kept-"));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

test("the kept result is read, and a run that did not end is a failure", async () => {
  const file = path.join(folder, "results", "main.json");
  const failedTests = [{ where: "test/unit/some.test.ts", test: "works", message: "AssertionError: expected 1 to be 2" }];
  const kept = { total: { passed: 5, failed: 1, skipped: 2 }, failedTests };
  await keepOutcome(kept, file);
  expect(await readKeptOutcome(file)).toEqual(kept);
  await removeKeptOutcome(file);
  expect(await readKeptOutcome(file)).toMatchObject({
    total: { passed: 0, failed: 1, skipped: 0 },
    failedTests: [{ test: "did not end" }],
  });
});
