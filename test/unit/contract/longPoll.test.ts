/** The preference `wait` in the forms of RFC 7240. */
import { expect, test } from "vitest";
import { readPreferredWait } from "../../../src/contract/longPoll.ts";

// Expected values: RFC 7240, 2 (the grammar, "only the first instance is to be considered", names ignore the case) and 4.3.
test.each([
  ["wait=10", 10],
  ["respond-async, wait=10", 10],
  ["Wait = 10", 10],
  ['wait="10"', 10],
  ["wait=10; foo=bar, handling=lenient", 10],
  ["foo; bar, wait=7", 7],
  ['a="x, wait=1", wait=2', 2],
  ["wait=3, wait=20", 3],
  ["wait=0", 0],
  ["wait", undefined],
  ["wait=", undefined],
  ["wait=-1", undefined],
  ["wait=1.5", undefined],
  ["wait=soon, wait=5", 5],
  ["await=5", undefined],
  ["foo=wait; wait=5", undefined],
  ['foo="wait=5', undefined],
  ["", undefined],
  [undefined, undefined],
  [null, undefined],
])("%s asks for %s seconds", (list, seconds) => expect(readPreferredWait(list)).toBe(seconds));
