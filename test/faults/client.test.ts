/** Resets, cuts, stalls, garbles or slows every exchange of the client at every few bytes and checks the outcome. */
import { expect, test } from "vitest";
import { runClientFaults } from "./clientExchanges.ts";

test("a fault at any byte never looks like success, never bills twice and leaves no partial file", async () => {
  const runs = await runClientFaults(13);
  expect(runs.filter((run) => run.broken !== undefined)).toEqual([]);
  expect(runs.length).toBeGreaterThan(5_000);
});
