/** The user's budget: asks before a request exceeds it, and describes what is left. */
import * as vscode from "vscode";
import { readCost, type Usage } from "../../contract/usage.ts";
import { BudgetExceeded, readSpending, requireWithin, type Spending } from "../../tasks/spending.ts";
import type { Tasks } from "../../tasks/tasks.ts";
import { formatAmount } from "../formatAmount.ts";
import { settings } from "../settings.ts";

export function currentSpending(tasks: Pick<Tasks, "spentSince">): Spending[] {
  return readSpending(tasks, settings.budget(), new Date());
}

/** One line for each period with a limit. */
export function describeSpending(tasks: Pick<Tasks, "spentSince">): string[] {
  const { t } = vscode.l10n;
  return currentSpending(tasks).map(({ period, spent, limit }) =>
    period === "day"
      ? t("Today: {0} of {1}", formatAmount(spent), formatAmount(limit))
      : t("This month: {0} of {1}", formatAmount(spent), formatAmount(limit)),
  );
}

let asking: Promise<boolean> | undefined;

/** Asks whether to exceed a budget. Requests of one batch are refused at the same time, and share the question. */
export function mayExceed(exceeded: BudgetExceeded): Promise<boolean> {
  asking ??= ask(exceeded).finally(() => {
    asking = undefined;
  });
  return asking;
}

/** For an answer that is not a task: asks if a budget is used up. Returns whether it may be requested. */
export async function mayAnswer({ tasks }: { tasks(): Promise<Tasks> }): Promise<boolean> {
  if (Object.keys(settings.budget()).length === 0) return true;
  try {
    requireWithin(currentSpending(await tasks()), undefined);
    return true;
  } catch (error) {
    if (error instanceof BudgetExceeded) return mayExceed(error);
    throw error;
  }
}

/** Counts the reported cost of such an answer. `id`: that of the answer, which may be counted again. */
export async function countAnswer({ tasks }: { tasks(): Promise<Tasks> }, id: string, usage: Usage | undefined): Promise<void> {
  const cost = usage === undefined ? undefined : readCost(usage);
  if (cost !== undefined && cost > 0) await (await tasks()).addCost(id, cost);
}

async function ask({ spending: { period, spent, limit }, estimate }: BudgetExceeded): Promise<boolean> {
  const { t } = vscode.l10n;
  const { confirm } = await import("../report.ts");
  const question = period === "day" ? t("Exceed the budget of today?") : t("Exceed the budget of this month?");
  const facts = t("{0} of {1} is spent.", formatAmount(spent), formatAmount(limit));
  const cost = estimate === undefined ? t("It is not known what this costs.") : t("This may cost {0}.", formatAmount(estimate));
  return confirm(question, t("Generate Anyway"), `${facts} ${cost}`);
}
