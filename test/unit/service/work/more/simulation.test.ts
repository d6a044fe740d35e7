/** Tasks of several services in 10,000 random interleavings. The message of a failure contains its seed, which belongs in `knownSeeds`. */
import { test, vi } from "vitest";
import { openSimulation } from "../../../../simulation/openSimulation.ts";
import { simulate } from "../../../../simulation/simulate.ts";

vi.mock("node:timers/promises", async () => {
  const { simulatedTimers } = await import("../../../../simulation/simulatedTimers.ts");
  return { ...simulatedTimers, default: simulatedTimers };
});

/** Takes a minute on an idle machine. */
vi.setConfig({ testTimeout: 20 * 60 * 1000 });

test("each task has one final state, one call of the provider and one charge in 10,000 interleavings", async () => {
  const parts = await openSimulation();
  for (let seed = 1; seed <= 10_000; seed += 1) await simulate(seed, parts);
  vi.unstubAllGlobals();
});
