/** The user's budget: asks before a request exceeds it, and describes what is left. */
import * as vscode from "vscode";
import { estimateAnswer } from "../../tasks/estimateCost.ts";
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

type BudgetSource = Pick<Studio, "connection" | "models" | "tasks">;

/**
 * For answers that are not tasks: asks if a budget is used up, unless all of the models are free. Returns how much they may cost, as `askFor`.
 * `findModels` is only called if there is a budget; undefined: it is not known which model will answer.
 */
export async function askForAnswers(
  studio: BudgetSource,
  findModels: () => Promise<readonly string[] | undefined>,
): Promise<number | undefined> {
  return askFor(studio, async (tasks) => {
    const [models, { baseUrl }] = await Promise.all([findModels(), studio.connection()]);
    const isFree = (id: string) => estimateAnswer(tasks, baseUrl, studio.models.find(id) ?? { id }, amountUnit()) === 0;
    return models?.every(isFree) ? 0 : undefined;
  });
}

/** For an answer of one model. Returns whether it may be requested. */
export async function mayAnswer(studio: BudgetSource, model: string): Promise<boolean> {
  return (await askForAnswers(studio, async () => [model])) !== undefined;
}

/**
 * For several answers: asks if the estimate of their cost, if there is one, exceeds a budget. Returns how much they may cost; undefined:
 * the user does not want to exceed the budget.
 */
export async function askFor(
  { tasks }: Pick<Studio, "tasks">,
  estimateCost: (tasks: Tasks) => Promise<number | undefined> | number | undefined,
): Promise<number | undefined> {
  if (Object.keys(settings.budget()).length === 0) return Number.POSITIVE_INFINITY;
  const opened = await tasks();
  const estimate = await estimateCost(opened);
  const spendings = currentSpending(opened);
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
