/** The user's budget: asks before a request exceeds it, and describes what is left. */
import * as vscode from "vscode";
import { BudgetExceeded, readSpending, requireWithin, type Spending } from "../../tasks/spending.ts";
import type { Tasks } from "../../tasks/tasks.ts";
import { amountUnit, formatAmount } from "../formatAmount.ts";
import { settings } from "../settings.ts";
import type { Studio } from "../studio.ts";

export function currentSpending(tasks: Pick<Tasks, "costs">): Spending[] {
  return readSpending(tasks.costs, settings.budget(), amountUnit(), new Date());
}

/** One line for each period with a limit. */
export function describeSpending(tasks: Pick<Tasks, "costs">): string[] {
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
export async function mayAnswer(studio: Pick<Studio, "tasks">): Promise<boolean> {
  return (await askFor(studio, undefined)) !== undefined;
}

/**
 * For several answers: asks if the estimate of their cost, if there is one, exceeds a budget. Returns how much they may cost; undefined:
 * the user does not want to exceed the budget.
 */
export async function askFor({ tasks }: Pick<Studio, "tasks">, estimate: number | undefined): Promise<number | undefined> {
  if (Object.keys(settings.budget()).length === 0) return Number.POSITIVE_INFINITY;
  const spendings = currentSpending(await tasks());
  try {
    requireWithin(spendings, estimate);
    return Math.min(...spendings.map(({ limit, spent }) => limit - spent));
  } catch (error) {
    if (!(error instanceof BudgetExceeded)) throw error;
    return (await mayExceed(error)) ? Number.POSITIVE_INFINITY : undefined;
  }
}

async function ask({ spending: { period, spent, limit }, estimate }: BudgetExceeded): Promise<boolean> {
  const { t } = vscode.l10n;
  const { confirm } = await import("../report.ts");
  const question = period === "day" ? t("Exceed the budget of today?") : t("Exceed the budget of this month?");
  const facts = t("{0} of {1} is spent.", formatAmount(spent), formatAmount(limit));
  const cost = estimate === undefined ? t("It is not known what this costs.") : t("This may cost {0}.", formatAmount(estimate));
  // A question that cannot be shown, such as in a window that closes, is not agreed to.
  return confirm(question, t("Generate Anyway"), `${facts} ${cost}`).catch(() => false);
}
