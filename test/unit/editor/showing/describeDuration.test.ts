/** Ages and expiry as the Tasks view shows them. */
import { describe, expect, it, test } from "vitest";
import { storageMilliseconds } from "../../../../src/contract/limits.ts";
import { describeDuration, remainingDays } from "../../../../src/editor/showing/describeDuration.ts";
import { sectionStates } from "../../../../src/editor/tasks/taskSections.ts";
import { taskStates } from "../../../../src/generations/task.ts";

describe("describeDuration", () => {
  it.each([
    [-5, "0 s"],
    [59_999, "59 s"],
    [60_000, "1 min"],
    [3_600_000, "1 h"],
    [47 * 3_600_000, "47 h"],
    [48 * 3_600_000, "2 d"],
  ])("writes %i ms as %s", (milliseconds, text) => {
    expect(describeDuration(milliseconds)).toBe(text);
  });
});

describe("remainingDays", () => {
  it("counts from 30 down to 0, never below", () => {
    expect(remainingDays(0, 0, storageMilliseconds)).toBe(30);
    expect(remainingDays(0, storageMilliseconds - 1, storageMilliseconds)).toBe(1);
    expect(remainingDays(0, storageMilliseconds * 2, storageMilliseconds)).toBe(0);
  });
});

test("each state of a task belongs to one section of the Tasks view", () => {
  expect(Object.values(sectionStates).flat().toSorted()).toEqual(taskStates.toSorted());
});
