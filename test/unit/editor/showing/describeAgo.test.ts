/** Ages of what has ended, as lists show them. */
import { expect, test } from "vitest";
import { describeAgo } from "../../../../src/editor/showing/describeDuration.ts";

const t = (message: string, ...values: string[]) => message.replaceAll(/\{(\d)\}/g, (_, index) => values[Number(index)] ?? "");

test.each([
  [0, "just now"],
  [59_999, "just now"],
  [60_000, "1 min ago"],
  [14 * 60_000, "14 min ago"],
  [3 * 3_600_000, "3 h ago"],
  [5 * 86_400_000, "5 d ago"],
])("%d ms: %s", (milliseconds, expected) => {
  expect(describeAgo(milliseconds, t)).toBe(expected);
});
