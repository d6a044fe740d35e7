/** Checks the guarantees of durable tasks after processes were killed. */
import { expect } from "vitest";
import type { KillRun } from "./killRuns.ts";

/** Every accepted task is saved once and completely, nothing else remains, and the service received one request for each. */
export function expectNothingLost(runs: readonly KillRun[]): void {
  for (const run of runs) {
    const { states, names, artifactNames, differing, leftovers, accepted, maybeAccepted, billed } = run;
    const because = JSON.stringify(run);
    expect(
      states.filter((state) => state === "saved"),
      because,
    ).toHaveLength(accepted);
    expect(names, because).toEqual(artifactNames);
    expect(new Set(artifactNames).size, because).toBe(accepted);
    expect({ differing, leftovers }, because).toEqual({ differing: [], leftovers: [] });
    expect(billed, because).toBeGreaterThanOrEqual(accepted);
    expect(billed, because).toBeLessThanOrEqual(accepted + maybeAccepted);
    expect(accepted + maybeAccepted, because).toBe(states.length);
  }
}
