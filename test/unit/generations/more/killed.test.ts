/** The short form of `test/faults/tasksKilled.test.ts`. */
import { expect, test } from "vitest";
import { expectNothingLost } from "../../../faults/killExpectation.ts";
import { runKills } from "../../../faults/killRuns.ts";

test("processes killed at random moments lose no task, duplicate none and bill none twice", async () => {
  const runs = await runKills(10);
  expect(runs).toHaveLength(10);
  expectNothingLost(runs);
}, 240_000);
