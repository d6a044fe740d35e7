/** The short version of the fault tests: a few byte positions of each exchange. */
import { describe, expect, test } from "vitest";
import { runClientFaults } from "../../../../faults/clientExchanges.ts";

/** The headers of the answer and the event with the id are shorter than this. */
const idIsKnown = 600;

describe("a fault of the connection", () => {
  test("never looks like success, never bills twice and leaves no partial file", { timeout: 240_000 }, async () => {
    const runs = await runClientFaults(701);
    expect(runs.filter((run) => run.broken !== undefined)).toEqual([]);
    const finishable = runs.filter(({ exchange, fault }) => {
      const isOnce = fault.connections === 1 && fault.side === "answer";
      return exchange === "streamResponse" && isOnce && fault.after >= idIsKnown;
    });
    expect(finishable.filter((run) => run.outcome !== "completed")).toEqual([]);
    expect(finishable.length).toBeGreaterThan(10);
    const outcomes = new Set(runs.map((run) => `${run.exchange}: ${run.outcome}`));
    expect([...outcomes]).toEqual(
      expect.arrayContaining([
        "streamResponse: completed",
        "streamResponse: truncated",
        "submitTask: accepted",
        "submitTask: connectionLost",
        "pollMedia: saved",
        "pollMedia: connectionLost",
        "listModels: listed",
      ]),
    );
  });

  test("on one connection does not affect a GET: it is sent again", { timeout: 240_000 }, async () => {
    const runs = (await runClientFaults(701, ["reset", "cut", "slow"])).filter((run) => run.fault.connections === 1);
    const repeatable = runs.filter((run) => run.exchange === "pollMedia" || run.exchange === "listModels");
    expect(repeatable.filter((run) => run.outcome !== "saved" && run.outcome !== "listed")).toEqual([]);
  });
});
