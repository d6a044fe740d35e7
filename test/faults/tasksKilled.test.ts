/** Durable tasks in 300 killed processes, with a real service and real files. */
import { expect, test, vi } from "vitest";
import { expectNothingLost } from "./killExpectation.ts";
import { runKills } from "./killRuns.ts";

/** Takes minutes on an idle machine; allows more for a busy one. */
vi.setConfig({ testTimeout: 60 * 60 * 1000 });

test("300 processes killed at random moments lose no task, duplicate none and bill none twice", async () => {
  const runs = await runKills(300);
  expectNothingLost(runs);
  const left = new Set(runs.flatMap((run) => run.left));
  // Kills happened in every phase of a task.
  expect([...left].sort()).toEqual(expect.arrayContaining(["pending", "saved", "submitting"]));
});
