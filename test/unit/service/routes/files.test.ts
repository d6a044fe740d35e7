/** `Range` headers for a file of 100 bytes. */
import { expect, test } from "vitest";
import { readRange } from "../../../../src/service/routes/files.ts";

test.each([
  ["bytes=0-9", { start: 0, end: 10 }],
  ["bytes=90-", { start: 90, end: 100 }],
  ["bytes=90-1000", { start: 90, end: 100 }],
  ["bytes=-10", { start: 90, end: 100 }],
  ["bytes=-1000", { start: 0, end: 100 }],
  ["bytes=100-", "unsatisfiable"],
  ["bytes=-0", "unsatisfiable"],
  ["bytes=9-0", undefined],
  ["bytes=-", undefined],
  ["bytes=0-1,5-6", undefined],
  ["lines=0-1", undefined],
  [undefined, undefined],
])("%s", (header, range) => {
  expect(readRange(header, 100)).toEqual(range);
});
