/** The order, numbers and titles of sources. */
import { expect, test } from "vitest";
import { listSources, numberCitations } from "../../../../src/chat/texts/numberSources.ts";

test("sources are numbered by their first citation, each URL once, with its first title", () => {
  const citations = [{ url: "b" }, { url: "a", title: "A" }, { url: "b", title: "B" }, { url: "b", title: "Other" }, { url: "c" }];
  expect(listSources(citations).map(({ url, title }) => [url, title])).toEqual([
    ["b", "B"],
    ["a", "A"],
    ["c", undefined],
  ]);
  expect(numberCitations(citations)).toEqual([1, 2, 1, 1, 3]);
  expect(numberCitations([])).toEqual([]);
});
