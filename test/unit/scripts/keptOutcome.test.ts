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
  await keepOutcome({ passed: 5, failed: 1, skipped: 2 }, file);
  expect(await readKeptOutcome(file)).toEqual({ passed: 5, failed: 1, skipped: 2 });
  await removeKeptOutcome(file);
  expect(await readKeptOutcome(file)).toEqual({ passed: 0, failed: 1, skipped: 0 });
});
