/** Answers of many small pieces would otherwise use ten times their size. */
import { expect, test } from "vitest";
import { GrowingText } from "../../../src/output/growingText.ts";
import { usedHeap } from "../../collectGarbage.ts";

test.each(["h", "heron ", "😀", "x".repeat(5000)])("the pieces are joined in their order: %s", (piece) => {
  const growing = new GrowingText();
  let text = "";
  for (let count = 0; count < 3000; count += 1) text = growing.add(`${piece}${count}`);
  expect(growing.text).toBe(text);
  expect(text).toBe(Array.from({ length: 3000 }, (_, count) => `${piece}${count}`).join(""));
});

test("a text of many small pieces uses little more memory than its characters", () => {
  const before = usedHeap();
  const growing = new GrowingText();
  for (let count = 0; count < 1_000_000; count += 1) growing.add("h");
  const grown = usedHeap() - before;
  expect(growing.text).toHaveLength(1_000_000);
  // One by one, the pieces use 32 MB.
  expect(grown).toBeLessThan(2_500_000);
});
