/** Which lines of a long text are attached. */
import { expect, test } from "vitest";
import { linesAround } from "../../../../../../src/editor/chat/attachments/automatic/linesAround.ts";

const lines = Array.from({ length: 10 }, () => "1234");

test.each([
  ["everything fits", { first: 4, last: 4 }, 50, { first: 0, last: 9 }],
  ["both sides grow evenly", { first: 5, last: 5 }, 15, { first: 4, last: 6 }],
  ["the beginning is near, so the end grows", { first: 0, last: 1 }, 25, { first: 0, last: 4 }],
  ["the end is near, so the beginning grows", { first: 9, last: 9 }, 15, { first: 7, last: 9 }],
  ["the focus is too long: its beginning", { first: 2, last: 8 }, 20, { first: 2, last: 5 }],
  ["one line is taken although it is too long", { first: 3, last: 3 }, 2, { first: 3, last: 3 }],
  ["a focus behind the end", { first: 20, last: 25 }, 10, { first: 8, last: 9 }],
])("%s", (_, focus, most, expected) => {
  expect(linesAround(lines, focus, most)).toEqual(expected);
});
