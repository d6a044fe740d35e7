/** The date of a model's release. */
import { expect, test } from "vitest";
import { describeRelease } from "../../../../src/editor/models/describeRelease.ts";

test("is written with the year", () => {
  expect(describeRelease(Date.UTC(2026, 5, 15, 12) / 1000)).toContain("2026");
});

test("is unknown if the service reports 0 or nothing", () => {
  expect(describeRelease(0)).toBeUndefined();
  expect(describeRelease(undefined)).toBeUndefined();
});
