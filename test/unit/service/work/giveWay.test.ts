/** Fast answers are read in several turns of the event loop, so that others are answered meanwhile. */
import { afterEach, expect, test, vi } from "vitest";
import { ReadingTurns } from "../../../../src/service/work/giveWay.ts";

afterEach(() => void vi.useRealTimers());

test("the reading of an answer gives way after its first piece, and then whenever ten milliseconds have passed", async () => {
  vi.useFakeTimers({ toFake: ["performance"] });
  const turns = new ReadingTurns();
  const steps: string[] = [];
  for (const milliseconds of [0, 4, 4, 4, 9, 2]) {
    vi.advanceTimersByTime(milliseconds);
    setImmediate(() => steps.push("other"));
    if (turns.isOver()) await turns.next();
    steps.push("piece");
  }
  expect(steps.join(" ")).toBe("other piece piece piece other other other piece piece other other piece");
});
