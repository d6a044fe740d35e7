/** A few services that are killed while a provider works for them; `npm run test:faults` kills 200. */
import { expect, test } from "vitest";
import { runProviderKills } from "../../faults/providerKillRuns.ts";

test("8 services killed between a provider's acceptance and their answer send no request twice and report every loss", async () => {
  const tasks = await runProviderKills(8);
  expect(tasks).toHaveLength(24);
  expect(tasks.filter(({ accepted }) => accepted > 1)).toEqual([]);
  expect(tasks.filter(({ outcome }) => outcome !== "completed" && outcome !== "billed")).toEqual([]);
});
