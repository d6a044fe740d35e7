/** Ages and expiry as the Tasks view shows them. */
import { describe, expect, it } from "vitest";
import { storageMilliseconds } from "../../../../src/contract/limits.ts";
import { describeDuration, remainingDays } from "../../../../src/editor/tasks/describeDuration.ts";
import { sectionOf } from "../../../../src/editor/tasks/taskSections.ts";
import { taskStates } from "../../../../src/tasks/task.ts";

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
  it("counts from 30 to 0, never below", () => {
    expect(remainingDays(0, 0, storageMilliseconds)).toBe(30);
    expect(remainingDays(0, storageMilliseconds - 1, storageMilliseconds)).toBe(1);
    expect(remainingDays(0, storageMilliseconds * 2, storageMilliseconds)).toBe(0);
  });
});

describe("sectionOf", () => {
  it("gives every state a section", () => {
    expect(taskStates.map((state) => [state, sectionOf(state)])).toEqual([
      ["submitting", "running"],
      ["maybeAccepted", "failed"],
      ["pending", "running"],
      ["processing", "running"],
      ["unsaved", "failed"],
      ["saved", "finished"],
      ["failed", "failed"],
      ["expired", "failed"],
      ["stopped", "finished"],
    ]);
  });
});
