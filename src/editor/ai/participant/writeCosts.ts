import type { AmountInUnit } from "../../../contract/amountSums.ts";
import { t } from "../../../contract/translate.ts";
import type { CostTable, ModelCosts } from "../../../generations/journal/costTable.ts";
import { writeTable } from "./writeTable.ts";

type WriteSums = (amounts: readonly AmountInUnit[]) => string;

/** The cost of the tasks of today, the last 7 days and the last 30 days, the latter also by model, in Markdown. `write`: writes the sum of each unit. */
export function writeCosts(costs: Pick<CostTable, "byModel">, now: Date, write: WriteSums): string {
  const days = (count: number) => new Date(now.getFullYear(), now.getMonth(), now.getDate() - count + 1).getTime();
  const month = costs.byModel(days(30));
  if (month.length === 0) return t("Nothing was generated in the last 30 days.");
  const periods = [
    [t("Today"), costs.byModel(days(1))],
    [t("Last 7 days"), costs.byModel(days(7))],
    [t("Last 30 days"), month],
  ] as const;
  const rows = periods.map(([name, models]) => [name, sum(models.map(({ tasks }) => tasks)), describeSum(models, write)]);
  const models = month.map((row) => [row.model, row.kind, String(row.tasks), describeSum([row], write)]);
  const unknown = month.reduce((total, { withoutCost }) => total + withoutCost, 0);
  return [
    writeTable(["", t("Tasks"), t("Cost")], rows),
    `**${t("Last 30 days")}**`,
    writeTable([t("Model"), t("Kind"), t("Tasks"), t("Cost")], models),
    ...(unknown === 0 ? [] : [t("The service reported no cost for {0} of these tasks.", unknown)]),
  ].join("\n\n");
}

function describeSum(costs: readonly ModelCosts[], write: WriteSums): string {
  return write(costs.flatMap(({ amount, unit }) => (amount === undefined ? [] : [{ amount, unit }]))) || "–";
}

function sum(values: readonly number[]): string {
  return String(values.reduce((total, value) => total + value, 0));
}
