/** When the follower polls again. */
import { expect, test } from "vitest";
import { delayUntilNextPoll } from "../../../../src/generations/following/pollSchedule.ts";

const minute = 60_000;
const hour = 60 * minute;
const calm = { errors: 0, retryAfter: undefined, chance: 0 };

test("polls start at a quarter of a second and slow down with age", () => {
  const ages = [0, 300, 700, 2000, 20_000, minute, 5 * minute, 10 * minute, 2 * hour, 48 * hour];
  const delays = ages.map((age) => delayUntilNextPoll({ ...calm, age }));
  expect(delays).toEqual([250, 300, 700, 1000, 1000, 3000, 15_000, 30_000, minute, 10 * minute]);
});

test("polls of tasks that started together diverge", () => {
  expect(delayUntilNextPoll({ ...calm, age: minute, chance: 1 })).toBe(3600);
});

test("errors slow a task down, up to five minutes", () => {
  const delays = [1, 3, 20].map((errors) => delayUntilNextPoll({ ...calm, age: 0, errors }));
  expect(delays).toEqual([2000, 8000, 5 * minute]);
});

test("the service's Retry-After is the minimum, up to a quarter of an hour", () => {
  expect(delayUntilNextPoll({ ...calm, age: 0, retryAfter: 90_000 })).toBe(90_000);
  expect(delayUntilNextPoll({ ...calm, age: hour * 2, retryAfter: 10 })).toBe(minute);
  expect(delayUntilNextPoll({ ...calm, age: 0, retryAfter: 365 * 24 * hour })).toBe(15 * minute);
});
