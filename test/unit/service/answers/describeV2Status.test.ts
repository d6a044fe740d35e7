/** The dates in a v2 status. */
import { expect, test } from "vitest";
import { formatShortDay } from "../../../../src/service/answers/describeV2Status.ts";

test("a day is written as day.month.year with a two-digit year, in UTC", () => {
  expect(formatShortDay(Date.UTC(2026, 1, 4, 23, 59))).toBe("04.02.26");
  expect(formatShortDay(Date.UTC(2031, 11, 31))).toBe("31.12.31");
});
