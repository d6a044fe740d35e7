/** The answer of `@studio` about costs. */
import { expect, test } from "vitest";
import { type AmountInUnit, writeSums } from "../../../../../src/contract/amountSums.ts";
import { writeCosts } from "../../../../../src/editor/ai/participant/writeCosts.ts";
import type { ModelCosts } from "../../../../../src/generations/journal/costTable.ts";

const inDollars = (amounts: readonly AmountInUnit[]) => writeSums(amounts, "$");
const now = new Date(2026, 2, 1, 12);
const drawn: ModelCosts = { model: "painter", kind: "image", tasks: 3, withoutCost: 0, amount: 0.1 + 0.2, unit: undefined };
const shown: ModelCosts = { model: "demo-image", kind: "image", tasks: 1, withoutCost: 0, amount: 70, unit: "demo credits" };
const written: ModelCosts = { model: "a|b", kind: "text", tasks: 2, withoutCost: 2, amount: undefined, unit: undefined };

test("sums are by day from midnight, and every model has a row", () => {
  const asked: number[] = [];
  const source = {
    byModel(since: number) {
      asked.push(since);
      return since < new Date(2026, 2, 1).getTime() ? [drawn, written, shown] : [written];
    },
  };
  const text = writeCosts(source, now, inDollars);
  expect(asked.toSorted((one, other) => one - other)).toEqual([
    new Date(2026, 0, 31).getTime(),
    new Date(2026, 1, 23).getTime(),
    new Date(2026, 2, 1).getTime(),
  ]);
  expect(text).toContain(
    "| Today | 2 | – |\n| Last 7 days | 6 | \\$0.3 + 70 demo credits |\n| Last 30 days | 6 | \\$0.3 + 70 demo credits |",
  );
  expect(text).toContain("| painter | image | 3 | \\$0.3 |\n| a\\|b | text | 2 | – |\n| demo-image | image | 1 | 70 demo credits |");
  expect(text).toContain("The service reported no cost for 2 of these tasks.");
});

test("without tasks it says that there are none", () => {
  expect(writeCosts({ byModel: () => [] }, now, inDollars)).toBe("Nothing was generated in the last 30 days.");
});
