/** Services in 200 killed processes, with an engine that counts what it accepts. */
import { expect, test, vi } from "vitest";
import { runProviderKills } from "./providerKillRuns.ts";

/** Takes minutes on an idle machine; allows more for a busy one. */
vi.setConfig({ testTimeout: 60 * 60 * 1000 });

test("200 services killed between a provider's acceptance and their answer send no request twice and report every loss", async () => {
  const tasks = await runProviderKills(200);
  expect(tasks).toHaveLength(600);
  expect(tasks.filter(({ accepted }) => accepted > 1)).toEqual([]);
  expect(tasks.filter(({ outcome }) => outcome !== "completed" && outcome !== "billed")).toEqual([]);
  // Kills happened before, during and after an answer.
  expect(new Set(tasks.map(({ outcome }) => outcome))).toEqual(new Set(["billed", "completed"]));
});
