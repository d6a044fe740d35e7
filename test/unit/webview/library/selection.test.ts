/** The selection, and the results that an action applies to. */
import { expect, test } from "vitest";
import { meantBy, nothingSelected, rangeOf, select, toggle } from "../../../../src/webview/library/selection.ts";

const entry = (number: number) => ({ number, task: `task-${number}` });
const numbers = (selection: typeof nothingSelected) => [...selection.chosen.keys()];

test("selecting a selected result deselects it", () => {
  const both = toggle(select([entry(1)], 0), entry(2), 1);
  expect(numbers(both)).toEqual([1, 2]);
  expect(both.anchor).toBe(1);
  expect(numbers(toggle(both, entry(1), 0))).toEqual([2]);
});

test("the focused result counts as selected if no result is selected", () => {
  expect(numbers(toggle(nothingSelected, entry(2), 1, entry(1)))).toEqual([1, 2]);
  expect(numbers(toggle(nothingSelected, entry(1), 1, entry(1)))).toEqual([1]);
  expect(numbers(toggle(select([entry(3)], 2), entry(2), 1, entry(1)))).toEqual([3, 2]);
});

test("a range has at most a page of results, in both directions", () => {
  expect(rangeOf(10, 12)).toEqual({ first: 10, last: 12 });
  expect(rangeOf(10, 7)).toEqual({ first: 7, last: 10 });
  expect(rangeOf(0, 49_999)).toEqual({ first: 0, last: 99 });
  expect(rangeOf(49_999, 0)).toEqual({ first: 49_900, last: 49_999 });
});

test("an action on a result applies to the selection only if the result is in it", () => {
  const selection = select([entry(1), entry(2)], 0);
  expect([...meantBy(selection, entry(2))]).toEqual([...selection.chosen]);
  expect([...meantBy(selection, entry(3)).values()]).toEqual(["task-3"]);
});
