/** Durable tasks in 300 killed processes, with a real service and real files. */
import { expect, test, vi } from "vitest";
import { expectNothingLost } from "./killExpectation.ts";
import { runKills } from "./killRuns.ts";

/** Minutes on a machine of its own; a busy one may take its time. */
vi.setConfig({ testTimeout: 60 * 60 * 1000 });

test("300 processes killed at random moments lose, double and bill nothing twice", async () => {
  const runs = await runKills(300);
  expectNothingLost(runs);
  const left = new Set(runs.flatMap((run) => run.left));
  // The kills fell into every part of a task's life.
  expect([...left].sort()).toEqual(expect.arrayContaining(["pending", "saved", "submitting"]));
});
