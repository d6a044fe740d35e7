/** Tasks of several services in random interleavings. `more/simulation.test.ts` explores many more. */
import { test, vi } from "vitest";
import { openSimulation } from "../../../simulation/openSimulation.ts";
import { simulate } from "../../../simulation/simulate.ts";

vi.mock("node:timers/promises", async () => {
  const { simulatedTimers } = await import("../../../simulation/simulatedTimers.ts");
  return { ...simulatedTimers, default: simulatedTimers };
});

/** They failed once: a refused task that had been deleted did not end. */
const knownSeeds = [3893, 9030];

test("each task has one final state, one call of the provider and one charge in 201 interleavings", async () => {
  const parts = await openSimulation();
  for (const seed of [...knownSeeds, ...Array.from({ length: 200 }, (_, index) => index + 1)]) await simulate(seed, parts);
  vi.unstubAllGlobals();
});
