/** Summaries of all answers of a model. */
import { describe, expect, test } from "vitest";
import { type ComparedAnswer, type ComparedCell, costsOf, summarize, timeOf } from "../../../../src/library/comparison/comparison.ts";

const answer = (over: Partial<ComparedAnswer> = {}): ComparedAnswer => ({ text: "a heron", files: [], remarks: [], ...over });
const cell = (state: ComparedCell["state"], answers: ComparedAnswer[], rating = 0): ComparedCell => ({ state, answers, rating });
const tableOf = (...cells: (ComparedCell | null)[]) => ({ cases: cells.map((one) => ({ name: "", document: "", cells: [one] })) });

describe("the summary of a model", () => {
  test("counts verdicts, adds costs, and has the median of the times and the mean of the ratings", () => {
    const table = tableOf(
      cell("passed", [answer({ cost: 0.5, milliseconds: 100 })], 5),
      cell("failed", [answer({ cost: 0.25, milliseconds: 900 }), answer({ milliseconds: 300 })], 2),
      cell("answered", [answer({ milliseconds: 500 })]),
      cell("error", []),
      null,
    );
    expect(summarize(table, 0)).toEqual({ judged: 2, passed: 1, costs: [{ amount: 0.75 }], milliseconds: 400, rating: 3.5, rated: 2 });
  });

  test("omits unknown values", () => {
    expect(summarize(tableOf(cell("waiting", [])), 0)).toEqual({
      judged: 0,
      passed: 0,
      costs: [],
      milliseconds: undefined,
      rating: undefined,
      rated: 0,
    });
  });
});

test("a cell has the total cost of its repetitions, and their median time", () => {
  const several = cell("passed", [
    answer({ cost: 1, milliseconds: 10 }),
    answer({ cost: 2, milliseconds: 30 }),
    answer({ milliseconds: 20 }),
  ]);
  expect([costsOf(several.answers), timeOf(several)]).toEqual([[{ amount: 3 }], 20]);
  expect([costsOf([answer()]), timeOf(cell("passed", [answer()]))]).toEqual([[], undefined]);
});

test("costs in different units have sums of their own", () => {
  const answers = [answer({ cost: 1 }), answer({ cost: 70, unit: "demo credits" }), answer({ cost: 2 })];
  const costs = [{ amount: 3 }, { amount: 70, unit: "demo credits" }];
  expect(costsOf(answers)).toEqual(costs);
  expect(summarize(tableOf(cell("passed", answers)), 0).costs).toEqual(costs);
});
