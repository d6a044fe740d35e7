/** The model that is recommended, and its reason. */
import { describe, expect, test } from "vitest";
import type { ComparedCell } from "../../../../src/library/comparison/comparison.ts";
import { comparablePoints, pointsOf, recommend } from "../../../../src/library/comparison/recommend.ts";

type Given = Partial<{ state: ComparedCell["state"]; cost: number; unit: string; milliseconds: number; rating: number }>;

function cellOf({ state = "passed", cost, unit, milliseconds, rating = 0 }: Given): ComparedCell {
  const facts = { ...(cost === undefined ? {} : { cost, unit }), ...(milliseconds === undefined ? {} : { milliseconds }) };
  const hasAnswer = state === "passed" || state === "failed" || state === "answered";
  return { state, rating, answers: hasAnswer ? [{ text: "a heron", files: [], remarks: [], ...facts }] : [] };
}

/** One list per model; null: the model does not make the case's kind. */
function tableOf(...models: (Given | null)[][]) {
  const rows = Math.max(...models.map((cells) => cells.length));
  return {
    models: models.map((_, column) => `model-${column}`),
    cases: Array.from({ length: rows }, (_, row) => ({
      name: "",
      document: "",
      cells: models.map((cells) => (cells[row] ? cellOf(cells[row]) : null)),
    })),
  };
}

const failed: Given = { state: "failed", cost: 0.1, milliseconds: 10 };
const passed = (cost?: number, milliseconds?: number): Given => ({
  ...(cost === undefined ? {} : { cost }),
  ...(milliseconds === undefined ? {} : { milliseconds }),
});
const demo = (cost: number, milliseconds: number): Given => ({ ...passed(cost, milliseconds), unit: "demo credits" });
const rated = (rating: number, cost?: number): Given => ({ ...passed(cost), state: "answered", rating });

describe("recommends", () => {
  test.each([
    ["the cheapest that passes all", [[passed(3)], [passed(2)], [{ ...failed, cost: 1 }]], 1, "all", "cost"],
    ["the only one that passes all", [[failed], [passed(9)]], 1, "all", "nothing"],
    ["the fastest if no cost is known", [[passed(undefined, 900)], [passed(undefined, 300)]], 1, "all", "time"],
    ["the faster of equal costs", [[passed(1, 900)], [passed(1, 300)]], 1, "all", "time"],
    ["one with a known cost", [[passed(undefined, 1)], [passed(5, 900)]], 1, "all", "cost"],
    [
      "by the cost of an answer, not by the number of answers",
      [
        [passed(2), passed(2)],
        [passed(3), null],
      ],
      0,
      "all",
      "cost",
    ],
    [
      "one that passes most if none passes all",
      [
        [failed, failed, passed(1)],
        [passed(5), failed, passed(5)],
      ],
      1,
      "most",
      "nothing",
    ],
    ["the best rated without assertions", [[rated(3, 1)], [rated(5, 9)]], 1, "rated", "nothing"],
    [
      "none that lacks an answer",
      [
        [passed(9), passed(9)],
        [passed(1), { state: "error" }],
      ],
      0,
      "all",
      "nothing",
    ],
    ["the fastest if costs are in different units", [[passed(0.28, 900)], [demo(70, 300)]], 1, "all", "time"],
    ["the cheapest of those in the same unit", [[demo(70, 300)], [demo(60, 900)]], 1, "all", "cost"],
    ["a free one", [[passed(0)], [passed(2)]], 0, "all", "cost"],
  ] as const)("%s", (_, models, column, because, by) => {
    expect(recommend(tableOf(...models.map((cells) => [...cells])))).toEqual({ column, because, by });
  });

  test.each([
    ["one model", [[passed(1)]]],
    ["no verdict and no rating", [[rated(0)], [rated(0)]]],
    ["nothing that passes", [[failed], [failed]]],
    ["no answer", [[{ state: "error" } as const], [{ state: "notRun" } as const]]],
  ])("nothing for %s", (_, models) => {
    expect(recommend(tableOf(...models))).toBeUndefined();
  });
});

test("a point has the share of passed cases and the mean cost of an answer", () => {
  const [point] = pointsOf(tableOf([passed(1), failed, passed(2)], [passed(1)]));
  expect(point).toEqual({ column: 0, quality: 2 / 3, cost: 3.1 / 3, unit: undefined, milliseconds: 10, isComplete: true });
});

test.each([
  ["in one unit", [[passed(1)], [passed(2)]], 2],
  ["in another one", [[demo(1, 1)], [demo(2, 1)]], 2],
  ["in two units", [[passed(1)], [demo(1, 1)]], 0],
  ["in two units of one model", [[passed(1), demo(1, 1)], [passed(2)]], 1],
  ["of which some are not known", [[passed(1)], [passed()]], 1],
])("costs %s are compared", (_, models, count) => {
  expect(comparablePoints(pointsOf(tableOf(...models)))).toHaveLength(count);
});
