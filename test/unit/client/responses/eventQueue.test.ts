/** Waits of a producer for a slow reader. */
import { getEventListeners } from "node:events";
import { expect, test } from "vitest";
import { EventQueue } from "../../../../src/client/responses/eventQueue.ts";

test("a producer that waits again and again for a slow reader leaves no listeners on its signal", async () => {
  const { signal } = new AbortController();
  const queue = new EventQueue(() => undefined);
  const events = queue.iterate();
  for (let wait = 0; wait < 3; wait += 1) {
    queue.push({});
    const drained = queue.drained(signal);
    await events.next();
    const next = events.next();
    await drained;
    queue.push({});
    await next;
  }
  expect(getEventListeners(signal, "abort")).toEqual([]);
});
