/** When a client may ask again for a task that its provider refused. */
import { expect, test } from "vitest";
import { retryHeaders } from "../../../../src/service/routes/taskAnswer.ts";

const finishedAt = 1_700_000_000_000;
const day = 86_400_000;
const error = { code: "rate_limit_exceeded", message: "Later.", param: undefined, retryAfter: 30_000 } as const;

test.each([
  ["at once", 0, "30"],
  ["after a while", 10_500, "20"],
  ["when the time is over", 30_000, undefined],
  ["after the clock jumped ahead", 40 * day, undefined],
  ["after the clock was set back", -40 * day, "30"],
])("a client waits no longer than the provider said: asked %s", (_when, passed, expected) => {
  expect(retryHeaders({ error, finishedAt }, finishedAt + passed)["retry-after"]).toBe(expected);
});
