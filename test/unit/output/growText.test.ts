/** Answers of many small pieces would otherwise use ten times their size. */
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { expect, test } from "vitest";
import { growText } from "../../../src/output/growText.ts";

test.each(["h", "heron ", "😀", "x".repeat(5000)])("the pieces are joined in their order: %s", (piece) => {
  let text = "";
  for (let count = 0; count < 3000; count += 1) text = growText(text, `${piece}${count}`);
  expect(text).toBe(Array.from({ length: 3000 }, (_, count) => `${piece}${count}`).join(""));
});

test("a text of many small pieces uses little more memory than its characters", () => {
  setFlagsFromString("--expose-gc");
  const collect: unknown = runInNewContext("gc");
  const used = () => {
    if (typeof collect === "function") collect();
    return process.memoryUsage().heapUsed;
  };
  const before = used();
  let text = "";
  for (let count = 0; count < 1_000_000; count += 1) text = growText(text, "h");
  const grown = used() - before;
  expect(text).toHaveLength(1_000_000);
  // One by one, the pieces use 32 MB.
  expect(grown).toBeLessThan(8_000_000);
});
