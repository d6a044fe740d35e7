/** What breaks waits off, and how long the next ones are. */
import { expect, test } from "vitest";
import { createBearableWait } from "../../../../src/client/http/createBearableWait.ts";

/** The waits that are asked for, in seconds, by what ends each: `seconds` after which it breaks off, undefined: it lasts as long as asked for. */
function waits(count: number, breakOf: (wait: number, index: number) => number | undefined): number[] {
  const bearable = createBearableWait();
  return Array.from({ length: count }, (_, index) => {
    const wait = bearable.longest;
    const broken = breakOf(wait, index);
    if (broken === undefined) bearable.bear(wait, wait);
    else bearable.giveUp(wait, broken);
    return wait;
  });
}
const times = (count: number, wait: number) => Array.from({ length: count }, () => wait);

test.each<[cause: string, breakOf: (wait: number, index: number) => number | undefined, expected: number[]]>([
  ["nothing", () => undefined, times(8, 30)],
  ["a restart", (_, index) => (index === 1 ? 3 : undefined), [30, 30, ...times(4, 1), ...times(4, 30)]],
  ["a refusal at once", (_, index) => (index === 1 ? 0.2 : undefined), times(8, 30)],
  [
    "a proxy that gives up after 20 s",
    (wait) => (wait > 20 ? 20 : undefined),
    [30, ...times(4, 10), 30, ...times(8, 10), 30, ...times(16, 10), 30],
  ],
  ["a proxy that gives up after 2 s", (wait) => (wait > 2 ? 2 : undefined), [30, ...times(4, 1), 30, ...times(8, 1), 30]],
  [
    "a proxy that gives up each wait",
    (wait) => (wait > 0 ? Math.min(wait, 1.5) : undefined),
    [30, 1, ...times(4, 0), 30, 1, ...times(8, 0), 30],
  ],
  ["restarts far apart", (_, index) => ([0, 6].includes(index) ? 10 : undefined), [30, ...times(4, 5), 30, 30, ...times(4, 5), 30]],
])("after %s", (_, breakOf, expected) => {
  expect(waits(expected.length, breakOf)).toEqual(expected);
});

test("polls that ask for a shorter wait do not count", () => {
  const bearable = createBearableWait();
  bearable.giveUp(30, 20);
  for (const wait of times(8, 0)) bearable.bear(wait, 0.1);
  expect(bearable.longest).toBe(10);
});
