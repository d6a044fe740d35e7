/** The limit of what a run of tests may cost. */
import { expect, test } from "vitest";
import { createBudget } from "../../../src/promptTests/budget.ts";

test("a model whose costs are in another unit neither counts towards the limit nor is stopped by it", () => {
  const budget = createBudget(1, (model) => model !== "demo-text");
  budget.add("demo-text", 70);
  expect(budget.allows("writer")).toBe(true);
  budget.add("writer", 1);
  expect([budget.allows("demo-text"), budget.isOver(), budget.allows("writer"), budget.isOver()]).toEqual([true, false, false, true]);
});
